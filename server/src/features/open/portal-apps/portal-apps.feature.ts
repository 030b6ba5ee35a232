import { appPortalContract } from '@atrium/contract/features/open/portal-apps/app-portal.contract.ts'
import {
  appAccessContract,
  appRequestsContract,
} from '@atrium/contract/features/open/portal-apps/app-requests.contract.ts'
import { appRequestsErrors } from '@atrium/contract/features/open/portal-apps/app-requests.errors.ts'
import { portalAppsContract } from '@atrium/contract/features/open/portal-apps/portal-apps.contract.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Messages } from '../../communication/messages/index.ts'
import type { SharedAddresses } from '../open-apps/index.ts'
import { appPortal } from './app-portal.service.ts'
import { createAppRequests } from './app-requests.service.ts'
import { createPortalApps } from './portal-apps.service.ts'
import { createSso } from './sso.service.ts'

const appPortalRoutes = implement(appPortalContract, {
  portal: (scope, { params }) => appPortal.get(scope, params.id),
  updatePortal: (scope, { params, body }) => appPortal.update(scope, params.id, body),
  portalTargets: (scope, { params, query }) => appPortal.targets(scope, params.id, query),
})

const appRequestRoutes = (requests: ReturnType<typeof createAppRequests>) => [
  ...implement(appRequestsContract, {
    requestable: (scope) => requests.requestable(scope),
    request: (scope, { params, body }) => requests.submit(scope, params.id, body),
    ownAppRequests: (scope, { query }) => requests.listOwn(scope, query),
    withdrawRequest: (scope, { params }) => requests.withdraw(scope, params.id),
    approvals: (scope, { query }) => requests.approvals(scope, query),
    approveRequest: (scope, { params, body }) => requests.approve(scope, params.id, body),
    rejectRequest: (scope, { params, body }) => requests.reject(scope, params.id, body),
  }),
  ...implement(appAccessContract, {
    appRequests: (scope, { params, query }) => requests.listForApp(scope, params.id, query),
    revokeRequest: (scope, { params, body }) => requests.revoke(scope, params.id, params.requestId, body),
  }),
]

type Ports = { database: Database; addresses: SharedAddresses; messages: Messages }

/** Applications on the portal. Offers what redeems sign-on tickets. */
export const createPortalAppsFeature = (ports: Ports) => {
  const { database } = ports
  const apps = createPortalApps(ports)
  const sso = createSso(database)
  const routes = implement(portalAppsContract, {
    apps: (scope, { query }) => apps.list(scope, query),
    count: (scope) => apps.count(scope),
    favoriteMenus: (scope) => apps.favoriteMenus(scope),
    favorite: (scope, { body }) => apps.favorite(scope, body),
    consents: (scope) => apps.consents(scope),
    consent: (scope, { body }) => apps.consent(scope, body),
    login: (scope, { body }) => sso.login(scope, body.appId),
  })
  return {
    redeemTicket: sso.redeem,
    routes: [...routes, ...appPortalRoutes, ...appRequestRoutes(createAppRequests(ports))],
    constraints: { app_requests__open: { ...appRequestsErrors.requestOpen, field: 'reason' } },
    retention: ['delete from sso_tickets where expires_at < now()'],
  }
}
