import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { roleMembersContract } from '@atrium/contract/features/governance/roles/role-members.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { rolesErrors } from '@atrium/contract/features/governance/roles/roles.errors.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createRoleBulk } from './role-bulk.ts'
import { confirmAssignments } from './role-effects.ts'
import { createRoleGrants, type RoleGrantsPorts, type RoleGrantsService } from './role-grants.service.ts'
import { resolveRoles } from './role-import.repository.ts'
import { createRoleMembers, type RoleMembersService } from './role-members.service.ts'
import { roleSource } from './role-sheet.ts'
import { roleSheetOptions } from './role-sheet-options.repository.ts'
import { createRoles, type RolesService } from './roles.service.ts'

const rolesRoutes = (roles: RolesService) =>
  implement(rolesContract, {
    list: (scope, { query }) => roles.list(scope, query),
    exportRoles: (scope, { body }) => roles.export(scope, body),
    get: (scope, { params }) => roles.get(scope, params.id),
    create: (scope, { body }) => roles.create(scope, body),
    update: (scope, { params, body }) => roles.update(scope, params.id, body),
    remove: (scope, { params }) => roles.remove(scope, params.id),
    lock: (scope, { params }) => roles.lock(scope, params.id),
    unlock: (scope, { params }) => roles.unlock(scope, params.id),
    copy: (scope, { params, body }) => roles.copy(scope, params.id, body),
    compare: (scope, { query }) => roles.compare(scope, query),
  })

const roleGrantsRoutes = (grants: RoleGrantsService) =>
  implement(roleGrantsContract, {
    menus: (scope, { params }) => grants.menus(scope, params.id),
    elements: (scope, { params }) => grants.elements(scope, params.id),
    grants: (scope, { params }) => grants.grants(scope, params.id),
    updateMenus: (scope, { params, body }) => grants.updateMenus(scope, params.id, body),
    updateElements: (scope, { params, body }) => grants.updateElements(scope, params.id, body),
    updateGrants: (scope, { params, body }) => grants.update(scope, params.id, body),
  })

const roleMembersRoutes = (members: RoleMembersService) =>
  implement(roleMembersContract, {
    members: (scope, { params, query }) => members.list(scope, params.id, query),
    changeMembers: (scope, { params, body }) => members.change(scope, params.id, body),
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
      ...roleGrantsRoutes(grants),
      ...roleMembersRoutes(roleMembers),
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
