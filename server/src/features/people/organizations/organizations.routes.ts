import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { findRoleOptions } from '../../access/authorization/index.ts'
import type { OrganizationMembersService } from './organization-members.service.ts'
import type { OrganizationRolesService } from './organization-roles.service.ts'
import type { OrganizationsService } from './organizations.service.ts'

type Services = { tree: OrganizationsService; members: OrganizationMembersService; roles: OrganizationRolesService }

export const organizationsRoutes = ({ tree, members, roles }: Services) =>
  implement(organizationsContract, {
    list: (scope, { query }) => tree.list(scope, query),
    get: (scope, { params }) => tree.get(scope, params.id),
    create: (scope, { body }) => tree.create(scope, body),
    update: (scope, { params, body }) => tree.update(scope, params.id, body),
    remove: (scope, { params }) => tree.remove(scope, params.id),
    move: (scope, { params, body }) => tree.move(scope, params.id, body),
    merge: (scope, { params, body }) => tree.merge(scope, params.id, body.into),
    split: (scope, { params, body }) => tree.split(scope, params.id, body),
    members: (scope, { params, query }) => members.list(scope, params.id, query),
    changeMembers: (scope, { params, body }) => members.change(scope, params.id, body),
    offeredRoles: (scope, { params, query }) => findRoleOptions(scope, params.id, query.keyword),
    replaceRoles: (scope, { params, body }) => roles.replace(scope, params.id, body),
    updateMember: (scope, { params, body }) => members.update(scope, params, body),
  })
