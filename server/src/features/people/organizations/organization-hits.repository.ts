import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { maxRankedHits } from '../../../kernel/db/searches.ts'
import { ancestorNames } from '../../access/authorization/index.ts'

type OrganizationHit = { id: string; name: string; code: string; place: string; status: number }

/** Organisations of a company that match a search as in their tree, at most `max`, names that begin with it first. */
export const findOrganizationHits = async (db: Db, companyId: string, search: string, max: number) => {
  const best = sql`starts_with(lower(name), lower(${search})) desc, length(path), length(name), id`
  const { rows } = await sql<OrganizationHit>`
    select id, name, code, status, array_to_string(${ancestorNames}, ' / ') as place
    from orgs where company_id = ${companyId} and id = any(array(
      select id from orgs where company_id = ${companyId} and id = any(array(select find_orgs(${search}, ${maxRankedHits})))
      order by ${best} limit ${max}))
    order by ${best}`.execute(db)
  return rows
}
