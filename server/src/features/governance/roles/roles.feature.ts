import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { roleMembersContract } from '@atrium/contract/features/governance/roles/role-members.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { rolesErrors } from '@atrium/contract/features/governance/roles/roles.errors.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createRoleBulk } from './role-bulk.ts'
import { confirmAssignments } from './role-effects.ts'
import { createRoleGrants, type RoleGrantsPorts } from './role-grants.service.ts'
import { resolveRoles } from './role-import.repository.ts'
import { createRoleMembers } from './role-members.service.ts'
import { roleSource } from './role-sheet.ts'
import { roleSheetOptions } from './role-sheet-options.repository.ts'
import { createRoles, type RolesService } from './roles.service.ts'

const rolesRoutes = (roles: RolesService) =>
  implement(rolesContract, {
    ...roles,
    exportRoles: roles.export,
  })

type Ports = Parameters<typeof createRoles>[0] & RoleGrantsPorts

/** Roles. Takes the sessions, to drop cached rights of changed users. Offers `confirmAssignments` and the members. */
export const createRolesFeature = ({ sessions, exportSheet, authorization }: Ports) => {
  const grants = createRoleGrants({ sessions, authorization })
  const roleMembers = createRoleMembers(sessions)
  return {
    confirmAssignments,
    roleMembers,
    routes: [
      ...rolesRoutes(createRoles({ sessions, exportSheet })),
      ...implement(roleGrantsContract, {
        ...grants,
        updateGrants: grants.update,
      }),
      ...implement(roleMembersContract, {
        members: roleMembers.list,
        changeMembers: roleMembers.change,
      }),
    ],
    sheets: [roleSource],
    bulks: [createRoleBulk(grants)],
    sheetOptions: { role: roleSheetOptions },
    sheetReferences: { role: resolveRoles },
    constraints: {
      roles__code: { ...rolesErrors.codeTaken, field: 'code' },
      roles__name: { ...rolesErrors.nameTaken, field: 'name' },
    },
  }
}
