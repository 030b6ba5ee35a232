import type {
  OrganizationRow,
  OrganizationsExport,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { sql } from 'kysely'
import { countUpTo } from '../../../kernel/db/capped-total.ts'
import { holdsCustom } from '../../../kernel/db/custom-columns.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { ancestorNames } from '../../access/authorization/index.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import { leaders } from './organization-leaders.repository.ts'

/** An organisation with the names of those above it, root first. */
export type ExportedOrganization = Pick<
  OrganizationRow,
  'id' | 'name' | 'code' | 'kind' | 'status' | 'leaders' | 'createTime'
> & { path: string; phone: string; email: string; above: string[] }

const matching = (db: Db, { companyId }: Viewer, { ids, 'f.custom': custom }: OrganizationsExport) => {
  let all = db.selectFrom('orgs').where('orgs.company_id', '=', companyId)
  if (custom) all = all.where(holdsCustom('orgs', custom))
  return ids ? all.where(sql<boolean>`orgs.id = any(${ids}::uuid[])`) : all
}

/** The organisations that an export asks for, with leaders in the caller's row scope. */
export const exportedOrganizations = (actor: Viewer, request: OrganizationsExport) => {
  const shownLeaders = leaders(actor)
  return {
    count: (db: Db, limit: number) => countUpTo(db, matching(db, actor, request), limit),
    /** Behind a path, parents first. */
    batch(db: Db, after: string | undefined, size: number) {
      const found = matching(db, actor, request)
      return (after === undefined ? found : found.where('orgs.path', '>', after))
        .select(['orgs.id', 'orgs.name', 'orgs.code', 'orgs.kind', 'orgs.status', 'orgs.created_at as createTime'])
        .select(['orgs.path', 'orgs.phone', 'orgs.email', shownLeaders.as('leaders'), ancestorNames.as('above')])
        .orderBy('orgs.path')
        .limit(size)
        .$castTo<ExportedOrganization>()
        .execute()
    },
  }
}
