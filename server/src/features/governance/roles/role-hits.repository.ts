import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { maxRankedHits } from '../../../kernel/db/searches.ts'
import { sourcesHolding } from '../../../kernel/texts/every-language.ts'

/** Roles of a company whose name or code matches, at most `max`, names that begin with the search first. */
export const findRoleHits = (db: Db, companyId: string, search: string, max: number) =>
  db
    .selectFrom('roles')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(array(select find_roles(${search}, ${maxRankedHits})
      union all select id from roles where company_id = ${companyId} and name = any(${sourcesHolding(search)}::text[])))`)
    .orderBy(sql`starts_with(lower(name), lower(${search}))`, 'desc')
    .orderBy(sql`length(name)`)
    .orderBy('id')
    .limit(max)
    .select(['id', 'name', 'code', 'status'])
    .execute()
