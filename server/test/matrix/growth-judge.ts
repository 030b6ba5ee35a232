import type { TestApp } from '../harness.ts'
import type { Caller, GrowthCast } from './growth-cast.ts'
import { createSights } from './growth-sights.ts'
import type { KeptRows } from './growth-snapshot.ts'

/** What no one changes for a user that they do not see, by table. */
const ownRows: Readonly<Record<string, readonly string[]>> = {
  users: ['account', 'name', 'phone', 'email', 'status', 'password_hash', 'locked_at', 'expire_at', 'deleted_at'],
  user_roles: ['role_id', 'scope_org_id', 'expires_at'],
  user_orgs: ['org_id', 'duty', 'is_primary'],
  sessions: ['id', 'ended_at'],
  trusted_devices: ['id'],
}
/** What no one changes for a user who sees more than they do: the way to that user's account. */
const accountRows: Readonly<Record<string, readonly string[]>> = {
  users: ['account', 'phone', 'email', 'status', 'password_hash', 'locked_at', 'deleted_at'],
  login_directory: ['kind', 'digest'],
  passkeys: ['id'],
  recovery_codes: ['code_hash'],
  totp_secrets: ['secret'],
}
type Rows = typeof ownRows

/** Judges what calls have changed. Callers must see as many users afterwards as before, and so must everybody else. */
export const createGrowthJudge = async (app: TestApp, cast: GrowthCast, kept: KeptRows) => {
  const { sights, listedBy } = createSights(app, cast.companyId)
  const before = await sights()
  const seenByCaller = new Map<Caller, ReadonlySet<string>>()
  for (const caller of cast.callers) seenByCaller.set(caller, await listedBy(caller))
  const rows = await app.sql('select id, name from users where company_id = $1', [cast.companyId])
  const names = new Map(rows.map(({ id, name }) => [String(id), String(name)]))
  const toName = (id: string) => names.get(id) ?? 'a new user'

  const differences = async (touched: readonly string[], of: Rows, isProtected: (userId: string) => boolean) => {
    const found: string[] = []
    for (const table of touched.filter((name) => name in of)) {
      const users = await kept.differing(table, table === 'users' ? 'id' : 'user_id', of[table] ?? [])
      found.push(...users.filter(isProtected).map((id) => `${table} of ${toName(id)} differ`))
    }
    return found
  }
  return {
    seenByCaller,
    /** What a call has widened, or has changed for users beyond the caller's reach. Takes the tables written since. */
    async faults(caller: Caller, touched: readonly string[]): Promise<string[]> {
      const own = seenByCaller.get(caller) ?? new Set()
      const grown = (id: string, seen: ReadonlySet<string>) => {
        const more = [...seen].filter((each) => names.has(each) && !before.get(id)?.has(each) && !own.has(each))
        return more.length > 0
          ? [`${id === caller.id ? 'the caller' : toName(id)} sees ${more.map(toName).join()}`]
          : []
      }
      const seesMore = (id: string) => id !== caller.id && [...(before.get(id) ?? [])].some((each) => !own.has(each))
      return [
        ...new Set([
          ...grown(caller.id, await listedBy(caller)),
          ...[...(await sights())].flatMap(([id, seen]) => grown(id, seen)),
          ...(await differences(touched, ownRows, (id) => id === cast.outsider)),
          ...(await differences(touched, accountRows, seesMore)),
        ]),
      ]
    },
  }
}
