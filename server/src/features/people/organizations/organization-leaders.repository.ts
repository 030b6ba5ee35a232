import type { OrganizationRow } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { sql } from 'kysely'
import { andVisibleUser, type Viewer } from '../../access/row-scopes/index.ts'

/** Leaders in the caller's row scope. */
export const leaders = (actor: Viewer) => sql<OrganizationRow['leaders']>`(
  select coalesce(json_agg(json_build_object('id', users.id, 'name', users.name, 'duty', membership.duty)
    order by membership.duty desc, users.name collate by_name), '[]')
  from user_orgs membership join users on users.company_id = membership.company_id and users.id = membership.user_id
  where membership.company_id = orgs.company_id and membership.org_id = orgs.id and membership.duty <> 'member'
    and users.deleted_at is null ${andVisibleUser(actor, 'users.id')})`
