import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { implement } from '../../kernel/http/implement.ts'
import { grantsOf, menusOf, modulesOf } from '../access/index.ts'
import { loginInfo } from './login-info.ts'
import type { SessionService } from './session.service.ts'

export const sessionRoutes = (sessions: SessionService) =>
  implement(sessionContract, {
    refresh: (scope, { body }) => sessions.refresh(scope.db, body.refreshToken),
    logout: async (scope, { body }) => {
      scope.note(await sessions.end(scope.db, scope.origin.token, body.refreshToken, 'logout'))
      scope.afterCommit(() => sessions.forget(scope.origin.token))
      return null
    },
    loginInfo: (scope) => loginInfo(scope),
    grants: (scope) => grantsOf(scope.db, scope.actor),
    menus: (scope) => menusOf(scope.db, scope.actor),
    elements: (scope) => modulesOf(scope.db, scope.actor),
  })
