import { portalUsersContract } from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createPortalUsers } from './portal-users.service.ts'

/** People who registered on the portal, for themselves or with a company. */
export const createPortalUsersFeature = (ports: Parameters<typeof createPortalUsers>[0]) => {
  const users = createPortalUsers(ports)
  const routes = implement(portalUsersContract, users)
  return { routes }
}
