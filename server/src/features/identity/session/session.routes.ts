import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createGrantsReader } from '../../access/authorization/index.ts'
import { branding } from '../../tenancy/branding/index.ts'
import type { ConsoleEvents } from './console-events.ts'
import { logOut } from './log-out.ts'
import { loginInfo } from './login-info.ts'
import { createOwnGrants } from './own-grants.ts'
import type { SessionService } from './session.service.ts'

export const sessionRoutes = (sessions: SessionService, consoleEvents: ConsoleEvents) => {
  const grantsOf = createGrantsReader()
  return implement(sessionContract, {
    refresh: (scope, { body }) => sessions.refresh(scope, body.refreshToken),
    logout: (scope, { body }) => logOut(sessions, scope, body.refreshToken),
    loginInfo: (scope) => loginInfo(scope),
    logo: (scope) => branding.ownLogo(scope),
    grants: createOwnGrants(grantsOf),
    menus: async (scope) => (await grantsOf(scope.db, scope.actor)).menus,
    elements: async (scope) => (await grantsOf(scope.db, scope.actor)).modules,
    events: async ({ actor, origin: { lastEventId } }, { query }) =>
      consoleEvents.open(actor, { stamp: query.since, lastEventId }),
  })
}
