import { sql } from 'kysely'
import type { Db } from '../../../../kernel/db/database.ts'
import type { Actor } from '../../../../kernel/scope.ts'
import { presentUsers } from './matching-users.repository.ts'

/** Small portraits of those users who are visible to the caller and have one. */
export const findPortraits = async (db: Db, actor: Actor, ids: readonly string[]) => {
  const rows = await presentUsers(db, actor)
    .innerJoin('portraits', (join) =>
      join.onRef('portraits.company_id', '=', 'users.company_id').onRef('portraits.user_id', '=', 'users.id'),
    )
    .where(sql<boolean>`users.id = any(${ids}::uuid[])`)
    .where(sql<boolean>`portraits.thumbnail <> ''`)
    .select(['users.id', sql<Buffer>`portraits.thumbnail`.as('thumbnail')])
    .execute()
  return rows.map(({ id, thumbnail }) => ({ id, image: thumbnail.toString('base64') }))
}
