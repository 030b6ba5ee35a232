import {
  maxCountedPeople,
  type OrganizationRow,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

export type Counts = Pick<OrganizationRow, 'users' | 'usersWithin'>

/** Few are deleted: looking them up once lets memberships be counted by their index alone. */
const isPresentUser = (companyId: string) => sql`membership.user_id not in (
  select id from users where company_id = ${companyId} and deleted_at is not null)`
/**
 * Adds the members of organisations, direct ones and those of the subtree. Reads at most twice as many memberships of
 * a subtree as are counted, since users may have several (decision 42).
 */
export const withCounts = async <Row extends { id: string }>(
  db: Db,
  companyId: string,
  rows: readonly Row[],
): Promise<(Row & Counts)[]> => {
  if (rows.length === 0) return []
  const { rows: counted } = await sql<Counts & { id: string }>`
    select orgs.id,
      (select count(*)::int from user_orgs membership
        where membership.company_id = orgs.company_id and membership.org_id = orgs.id and ${isPresentUser(companyId)}
      ) as users,
      (select least(count(distinct few.user_id), ${maxCountedPeople + 1})::int from (
        select member.user_id from orgs below
        -- Not flattened: the memberships of each organisation are then read by their index.
        cross join lateral (
          select membership.user_id from user_orgs membership where membership.company_id = below.company_id
            and membership.org_id = below.id and ${isPresentUser(companyId)} offset 0) as member
        where below.company_id = orgs.company_id and is_within(below.path, orgs.path)
        limit ${2 * (maxCountedPeople + 1)}) as few
      ) as "usersWithin"
    from orgs where orgs.company_id = ${companyId} and orgs.id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db)
  const counts = new Map(counted.map(({ id, ...count }) => [id, count]))
  return rows.map((row) => ({ ...row, ...(counts.get(row.id) ?? { users: 0, usersWithin: 0 }) }))
}
