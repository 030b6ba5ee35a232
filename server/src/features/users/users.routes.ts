import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { implement } from '../../kernel/http/implement.ts'
import { offeredRoles } from '../access/index.ts'
import type { UserRolesService } from './user-roles.service.ts'
import type { UserStandingService } from './user-standing.service.ts'
import type { UsersService } from './users.service.ts'

type Services = { users: UsersService; roles: UserRolesService; standing: UserStandingService }

export const usersRoutes = ({ users, roles, standing }: Services) =>
  implement(usersContract, {
    list: (scope, { query }) => users.list(scope, query),
    exportUsers: (scope, { body }) => users.export(scope, body),
    passwordRules: (scope) => users.passwordRules(scope),
    get: (scope, { params }) => users.get(scope, params.id),
    create: (scope, { body }) => users.create(scope, body),
    update: (scope, { params, body }) => users.update(scope, params.id, body),
    remove: (scope, { params, body }) => standing.remove(scope, params.id, body.handoverTo),
    bin: (scope, { query }) => users.bin(scope, query),
    restore: (scope, { params }) => standing.restore(scope, params.id),
    reset: (scope, { params, body }) => users.reset(scope, params.id, body),
    lock: (scope, { params, body }) => standing.lock(scope, params.id, body),
    unlock: (scope, { params }) => standing.unlock(scope, params.id),
    disable: (scope, { params }) => standing.disable(scope, params.id),
    enable: (scope, { params }) => standing.enable(scope, params.id),
    roles: (scope, { params }) => roles.list(scope, params.id),
    offeredRoles: (scope, { params, query }) => offeredRoles(scope, params.id, query.keyword),
    assignRoles: (scope, { params, body }) => roles.assign(scope, params.id, body),
    sessions: (scope, { params }) => users.sessions(scope, params.id),
    endSession: (scope, { params }) => users.endSession(scope, params.id, params.sid),
    effective: (scope, { params }) => roles.effective(scope, params.id),
    batch: (scope, { body }) => standing.batch(scope, body),
  })
