import type { SigningKey } from '@atrium/contract/features/open/oidc/signing-keys.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../kernel/db/database.ts'

export type StoredKey = Omit<SigningKey, 'state'> & {
  sealed: string
  ageSeconds: number
  /** Its turn to sign has come. */
  learned: boolean
}

/** Readers of the keys keep what they have read for a while, so that a new key signs nothing before. */
const learning = sql`interval '1 hour'`
/** A key stays published for so long after its successor was created. */
const retirement = '30 days'

export const keyRetention = `delete from oidc_keys old where exists (
  select from oidc_keys newer where newer.created_at > old.created_at and newer.created_at < now() - interval '${retirement}')`

/** Keys that sign id tokens. Needs platform reach. */
export const oidcKeysRepository = {
  /** Newest first. */
  async list(db: Db): Promise<StoredKey[]> {
    const { rows } = await sql<StoredKey>`
      select id, sealed, extract(epoch from now() - created_at)::float8 as "ageSeconds", created_at as "createTime",
        case when lag(id) over (order by created_at, id) is null then created_at else created_at + ${learning} end as "signTime",
        created_at + ${learning} <= now() or lag(id) over (order by created_at, id) is null as learned,
        lead(created_at) over (order by created_at, id) + ${sql.lit(retirement)}::interval as "endTime"
      from oidc_keys order by created_at desc, id desc`.execute(db)
    return rows
  },
  /** Serialises nodes that create a key at the same time. */
  lock: (db: Db) => sql`select pg_advisory_xact_lock(hashtext('oidc_keys'))`.execute(db),
  insert: (db: Db, id: string, sealed: string) =>
    sql`insert into oidc_keys (id, sealed) values (${id}, ${sealed})`.execute(db),
}
