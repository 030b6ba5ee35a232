import type { OrganizationRow } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { sql } from 'kysely'
import { andVisibleUser, type Viewer } from '../../access/row-scopes/index.ts'

/** Leaders in the caller's row scope. */
export const leaders = (actor: Viewer) => sql<OrganizationRow['leaders']>`(
  select coalesce(json_agg(json_build_object('id', users.id, 'name', users.name, 'duty', belonging.duty)
    order by belonging.duty desc, users.name collate by_name), '[]')
  from user_orgs belonging join users on users.company_id = belonging.company_id and users.id = belonging.user_id
  where belonging.company_id = orgs.company_id and belonging.org_id = orgs.id and belonging.duty <> 'member'
    and users.deleted_at is null ${andVisibleUser(actor, 'users.id')})`
