import { portalUsersContract } from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createPortalUsers } from './portal-users.service.ts'

/** People who registered on the portal, for themselves or with a company. */
export const createPortalUsersFeature = (ports: Parameters<typeof createPortalUsers>[0]) => {
  const users = createPortalUsers(ports)
  const routes = implement(portalUsersContract, {
    pages: (scope, { query }) => users.pages(scope, query),
    get: (scope, { params }) => users.get(scope, params.id),
    update: (scope, { params, body }) => users.update(scope, params.id, body),
    lock: (scope, { params, body }) => users.lock(scope, params.id, body),
    unlock: (scope, { params }) => users.unlock(scope, params.id),
  })
  return { routes }
}
