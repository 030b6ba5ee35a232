import { randomBytes } from 'node:crypto'
import { asOwner, type OwnerConnection } from '../kernel/db/as-owner.ts'
import { withDatabase } from '../kernel/db/server-hosts.ts'
import { tell } from '../kernel/texts/operator-language.ts'

const prefix = 'atrium_proof_'

const drop = async (client: OwnerConnection, ownerUrl: string, name: string) => {
  // Roles belong to the whole server: the copy's own login goes with it.
  const login = await asOwner(withDatabase(ownerUrl, name), async (scratch) => {
    const { rows } = await scratch.query(`select to_regclass('serving_login') is not null as known`)
    return rows[0].known
      ? (await scratch.query<{ name: string }>('select name from serving_login')).rows[0]?.name
      : undefined
  })
  await client.query(`drop database "${name}" with (force)`)
  if (login !== undefined) await client.query(`drop role if exists "${login}"`)
}

/** Those of proofs that were killed: nothing is connected to them. */
const listLeftovers = async (client: OwnerConnection): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
     where starts_with(datname, $1) and datdba = current_user::regrole
       and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`,
    [prefix],
  )
  return rows.map(({ name }) => name)
}

const assertMayCreate = async (client: OwnerConnection) => {
  const { rows } = await client.query<{ name: string; may: boolean }>(
    'select rolname as name, rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
  )
  if (rows[0]?.may === false)
    throw new Error(
      tell('登录 {name} 不能创建数据库，无法演练恢复。请由超级用户执行 ALTER ROLE {name} CREATEDB', {
        name: rows[0].name,
      }),
    )
}

/**
 * Runs work on a new database of the same server, which is dropped afterwards, with the login that was made for it. Takes
 * the owner's address.
 * @throws an Error for the operator if the owner may not create databases, and what the work throws
 */
export const withScratchDatabase = <T>(ownerUrl: string, work: (scratchUrl: string) => Promise<T>): Promise<T> =>
  asOwner(ownerUrl, async (client) => {
    await assertMayCreate(client)
    for (const leftover of await listLeftovers(client)) await drop(client, ownerUrl, leftover)
    const name = prefix + randomBytes(6).toString('hex')
    await client.query(`create database "${name}" template template0 encoding 'UTF8'`)
    const scratchUrl = withDatabase(ownerUrl, name)
    try {
      // Connected all the time, so that no other proof takes it for a leftover.
      return await asOwner(scratchUrl, () => work(scratchUrl))
    } finally {
      await drop(client, ownerUrl, name)
    }
  })
