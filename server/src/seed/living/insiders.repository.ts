import { newCredentials } from '../../features/identity/session/index.ts'
import type { Load } from '../../kernel/db/bulk-load.ts'
import type { Secrets } from '../../kernel/secrets.ts'

/** A person in whose name pages are filled, signed in. */
export type Insider = { companyId: string; id: string; name: string; token: string }
type Sql = Pick<Load, 'sql'>

/** How long they stay signed in, in minutes. */
const minutes = 30
/** The browser that they use. */
export const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** Signs a user in without their password. */
const signIn = async ({ sql }: Sql, secrets: Secrets, user: Record<string, unknown> | undefined): Promise<Insider> => {
  if (!user) throw new Error('演示数据缺少用户')
  const { companyId, id: userId, name } = user as Omit<Insider, 'token'>
  const { id, tokens, hashes } = newCredentials(secrets)
  await sql(
    `insert into sessions (id, company_id, user_id, access_hash, access_expires_at, refresh_hash, idle_expires_at,
       absolute_expires_at, aes_key, device_id, device_name, ip, agent)
     select $1, $2, $3, $4, until, $5, until, until, $6, 'seed', 'Windows · Chrome', '127.0.0.1', $8
     from (select now() + make_interval(mins => $7) as until) as life`,
    [id, companyId, userId, hashes.accessHash, hashes.refreshHash, tokens.aesKey, minutes, agent],
  )
  return { companyId, id: userId, name, token: tokens.token }
}

const columns = `users.company_id as "companyId", users.id, users.name`

export const insidersRepository = {
  /** The first administrator of the operator. */
  async operator(load: Sql, secrets: Secrets): Promise<Insider> {
    const [found] = await load.sql(
      `select ${columns} from users join companies on companies.id = users.company_id and platform
       where deleted_at is null order by users.created_at, users.id limit 1`,
    )
    return signIn(load, secrets, found)
  },

  /** The administrator of the first company. */
  async administrator(load: Sql, secrets: Secrets): Promise<Insider> {
    const [found] = await load.sql(
      `select ${columns} from companies join users on users.company_id = companies.id and users.id = admin_id
       where companies.code = 'C00001'`,
    )
    return signIn(load, secrets, found)
  },

  /** Members of a company without rights, at most that many. */
  async members(load: Sql, secrets: Secrets, companyId: string, most: number): Promise<Insider[]> {
    const found = await load.sql(
      `select ${columns} from users where company_id = $1 and status = 1 and account not like 'admin%'
         and not exists (select from user_roles join roles using (company_id) where roles.id = role_id
           and user_roles.user_id = users.id and users.company_id = user_roles.company_id and roles.code <> 'staff')
       order by users.id limit $2`,
      [companyId, most],
    )
    const insiders: Insider[] = []
    for (const user of found) insiders.push(await signIn(load, secrets, user))
    return insiders
  },

  /** Ends their sessions. */
  signAllOut: ({ sql }: Sql) =>
    sql(`update sessions set ended_at = now(), end_reason = 'logout' where device_id = 'seed' and ended_at is null`),
}
