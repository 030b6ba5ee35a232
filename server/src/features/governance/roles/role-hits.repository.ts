import { sql } from 'kysely'
import { likePattern } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'

/** Roles of a company whose name or code matches, at most `max`, names that begin with the search first. */
export const findRoleHits = (db: Db, companyId: string, search: string, max: number) =>
  db
    .selectFrom('roles')
    .where('company_id', '=', companyId)
    .where((eb) => eb.or([eb('name', 'ilike', likePattern(search)), eb('code', 'ilike', likePattern(search))]))
    .orderBy(sql`starts_with(lower(name), lower(${search}))`, 'desc')
    .orderBy(sql`length(name)`)
    .orderBy('id')
    .limit(max)
    .select(['id', 'name', 'code', 'status'])
    .execute()
