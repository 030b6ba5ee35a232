import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { findRoleOptions } from '../../access/authorization/index.ts'
import type { UserRolesService } from './user-roles.service.ts'
import type { UserStatusService } from './user-status.service.ts'
import type { UsersService } from './users.service.ts'

type Services = { users: UsersService; roles: UserRolesService; userStatus: UserStatusService }

export const usersRoutes = ({ users, roles, userStatus }: Services) =>
  implement(usersContract, {
    list: (scope, { query }) => users.list(scope, query),
    exportUsers: (scope, { body }) => users.export(scope, body),
    passwordRules: (scope) => users.passwordRules(scope),
    get: (scope, { params }) => users.get(scope, params.id),
    create: (scope, { body }) => users.create(scope, body),
    update: (scope, { params, body }) => users.update(scope, params.id, body),
    remove: (scope, { params, body }) => userStatus.remove(scope, params.id, body.handoverTo),
    bin: (scope, { query }) => users.bin(scope, query),
    restore: (scope, { params }) => userStatus.restore(scope, params.id),
    reset: (scope, { params, body }) => users.reset(scope, params.id, body),
    lock: (scope, { params, body }) => userStatus.lock(scope, params.id, body),
    unlock: (scope, { params }) => userStatus.unlock(scope, params.id),
    disable: (scope, { params }) => userStatus.disable(scope, params.id),
    enable: (scope, { params }) => userStatus.enable(scope, params.id),
    roles: (scope, { params }) => roles.list(scope, params.id),
    offeredRoles: (scope, { params, query }) => findRoleOptions(scope, params.id, query.keyword),
    assignRoles: (scope, { params, body }) => roles.assign(scope, params.id, body),
    sessions: (scope, { params }) => users.sessions(scope, params.id),
    endSession: (scope, { params }) => users.endSession(scope, params.id, params.sid),
    effective: (scope, { params }) => roles.effective(scope, params.id),
    batch: (scope, { body }) => userStatus.batch(scope, body),
  })
