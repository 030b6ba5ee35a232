import { onlineSessionsContract } from '@atrium/contract/features/identity/online-sessions/online-sessions.contract.ts'
import { assertPageDepth } from '../../../kernel/db/crud-handlers.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { SessionService } from '../session/index.ts'
import { createOnlineSessions } from './online-sessions.service.ts'

/** Live sessions, to see and to end. */
export const createOnlineSessionsFeature = ({ sessions }: { sessions: SessionService }) => {
  const online = createOnlineSessions(sessions)
  return {
    online,
    routes: implement(onlineSessionsContract, {
      async list(scope, query) {
        assertPageDepth(query)
        return online.list(scope, query)
      },
      remove: (scope, id) => online.end(scope, id, 'terminated'),
    }),
  }
}
