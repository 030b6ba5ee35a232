import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Authorization } from '../../access/authorization/index.ts'
import { createLogos } from '../../tenancy/branding/index.ts'
import type { Files } from '../../tenancy/files/index.ts'
import { createConsoleEvents } from './console-events.ts'
import { logOut } from './log-out.ts'
import { loginInfo } from './login-info.ts'
import { createOwnGrants } from './own-grants.ts'
import { createRunCallers } from './run-callers.ts'
import { createSessionService } from './session.service.ts'

type Ports = Parameters<typeof createSessionService>[0] &
  Omit<Parameters<typeof createConsoleEvents>[0], 'sessions'> & {
    files: Files
    authorization: Pick<Authorization, 'createGrantsReader'>
  }

/** Sessions, and what a signed-in console asks about its own. Offers `sessions`, `findCaller` and `ownGrants`. */
export const createSessionFeature = (ports: Ports) => {
  const sessions = createSessionService(ports)
  const consoleEvents = createConsoleEvents({ ...ports, sessions })
  const grants = ports.authorization.createGrantsReader()
  const ownGrants = createOwnGrants(grants)
  const logos = createLogos(ports.files)
  return {
    sessions,
    ownGrants,
    caches: { sessions: sessions.cacheReads, grants: grants.cacheReads },
    findCaller: createRunCallers(ports),
    routes: implement(sessionContract, {
      refresh: (scope, body) => sessions.refresh(scope, body.refreshToken),
      logout: (scope, body) => logOut(sessions, scope, body.refreshToken),
      loginInfo: (scope) => loginInfo(scope),
      logo: ({ db, actor }) => logos.of(db, actor.companyId),
      grants: ownGrants,
      menus: async (scope) => (await grants.read(scope.db, scope.actor)).menus,
      elements: async (scope) => (await grants.read(scope.db, scope.actor)).modules,
      events: async ({ actor, origin: { lastEventId } }, query) =>
        consoleEvents.open(actor, { stamp: query.since, lastEventId }),
    }),
  }
}
