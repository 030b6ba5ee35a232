import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

export type StoredKey = { id: string; sealed: string; ageSeconds: number }

export const oidcKeysRepository = {
  /** Newest first. */
  async list(db: Db): Promise<StoredKey[]> {
    const { rows } = await sql<StoredKey>`
      select id, sealed, extract(epoch from now() - created_at)::float8 as "ageSeconds" from oidc_keys
      order by created_at desc, id desc`.execute(db)
    return rows
  },
  /** Serialises nodes that create a key at the same time. */
  lock: (db: Db) => sql`select pg_advisory_xact_lock(hashtext('oidc_keys'))`.execute(db),
  insert: (db: Db, id: string, sealed: string) =>
    sql`insert into oidc_keys (id, sealed) values (${id}, ${sealed})`.execute(db),
}
