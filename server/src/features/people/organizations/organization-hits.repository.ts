import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

type OrganizationHit = { id: string; name: string; code: string; place: string; status: number }

/** Matches among which the best are chosen. */
const maxRanked = 50

/** Organisations of a company that match a search as in their tree, at most `max`, names that begin with it first. */
export const findOrganizationHits = async (db: Db, companyId: string, search: string, max: number) => {
  const { rows } = await sql<OrganizationHit>`
    with best as (
      select * from orgs where company_id = ${companyId} and id = any(array(select find_orgs(${search}, ${maxRanked})))
      order by starts_with(lower(name), lower(${search})) desc, length(path), length(name), id limit ${max})
    select id, name, code, status, array_to_string(array(
      -- A subquery per name: a join would read all organisations of the company.
      select (select above.name from orgs above where above.company_id = best.company_id and above.id = line.id::uuid)
      from string_to_table(trim(both '/' from best.path), '/') with ordinality as line (id, at)
      where line.id::uuid <> best.id order by line.at
    ), ' / ') as place
    from best order by starts_with(lower(name), lower(${search})) desc, length(path), length(name), id`.execute(db)
  return rows
}
