import { onlineSessionsContract } from '@atrium/contract/features/identity/online-sessions/online-sessions.contract.ts'
import { assertPageDepth } from '../../../kernel/db/crud-handlers.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { OnlineSessions } from './online-sessions.service.ts'

export const onlineSessionsRoutes = (online: OnlineSessions) =>
  implement(onlineSessionsContract, {
    async list(scope, { query }) {
      assertPageDepth(query)
      return online.list(scope, query)
    },
    remove: (scope, { params }) => online.end(scope, params.id, 'terminated'),
  })
