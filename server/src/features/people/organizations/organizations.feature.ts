import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { organizationsErrors } from '@atrium/contract/features/people/organizations/organizations.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { findOptions } from '../../../kernel/db/find-options.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { ExportSheet } from '../../../kernel/sheets/export-sheet.ts'
import { findRoleOptions } from '../../access/authorization/index.ts'
import { exportedOrganizations } from './organization-export.repository.ts'
import { resolveOrganizations } from './organization-import.repository.ts'
import {
  type ConfirmAssignments,
  createOrganizationMembers,
  type OrganizationMembersService,
} from './organization-members.service.ts'
import { organizationOptions } from './organization-options.repository.ts'
import { createOrganizationRoles, type OrganizationRolesService } from './organization-roles.service.ts'
import { organizationSource } from './organization-sheet.ts'
import { organizationSheetOptions } from './organization-sheet-options.repository.ts'
import { createOrganizations, type OrganizationsService, type TreeDependencies } from './organizations.service.ts'
import { planMemberships } from './user-memberships.service.ts'

type Services = {
  exportSheet: ExportSheet
  tree: OrganizationsService
  members: OrganizationMembersService
  roles: OrganizationRolesService
}

const organizationsRoutes = ({ exportSheet, tree, members, roles }: Services) =>
  implement(organizationsContract, {
    ...tree,
    options: ({ db, actor }, id, query) => findOptions(id, query, organizationOptions(db, actor.companyId)),
    exportOrganizations: (scope, request) => {
      const { actor } = scope
      const { count, batch } = exportedOrganizations(actor, request)
      return exportSheet(scope, {
        source: organizationSource,
        request,
        reach: { reach: 'company', companyId: actor.companyId } as const,
        count,
        batch: (db, after, size) => batch(db, after?.path, size),
      })
    },
    merge: (scope, id, body) => tree.merge(scope, id, body.into),
    members: members.list,
    changeMembers: members.change,
    offeredRoles: (scope, id, query) => findRoleOptions(scope, id, query.keyword),
    replaceRoles: roles.replace,
    updateMember: (scope, id, userId, body) => members.update(scope, { id, userId }, body),
  })

type Ports = TreeDependencies & { exportSheet: ExportSheet; confirmAssignments: ConfirmAssignments }

/**
 * Organisations. `sessions` drops cached row scopes, `visitedOrgs` reads the trees of companies the caller can switch
 * into, `confirmAssignments` asks for confirmation of the impact of role changes. Offers `planMemberships`.
 */
export const createOrganizationsFeature = ({ confirmAssignments, exportSheet, ...trees }: Ports) => ({
  planMemberships,
  routes: organizationsRoutes({
    exportSheet,
    tree: createOrganizations(trees),
    members: createOrganizationMembers(trees.sessions, confirmAssignments),
    roles: createOrganizationRoles(trees.sessions),
  }),
  sheets: [organizationSource],
  sheetOptions: { organization: organizationSheetOptions },
  sheetReferences: { organization: resolveOrganizations },
  customTables: [{ entity: 'organization', table: 'orgs' }] as const,
  dictionaryUses: [{ group: 'orgKind', table: 'orgs', column: 'kind', name: t('组织的类型') }] as const,
  constraints: {
    orgs__name: { ...organizationsErrors.nameTaken, field: 'name' },
    orgs__code: { ...organizationsErrors.codeTaken, field: 'code' },
  },
})
