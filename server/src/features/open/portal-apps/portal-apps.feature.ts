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

const appRequestRoutes = (requests: ReturnType<typeof createAppRequests>) => [
  ...implement(appRequestsContract, {
    ...requests,
    request: requests.submit,
    ownAppRequests: requests.listOwn,
    withdrawRequest: requests.withdraw,
    approveRequest: requests.approve,
    rejectRequest: requests.reject,
  }),
  ...implement(appAccessContract, {
    appRequests: requests.listForApp,
    revokeRequest: requests.revoke,
  }),
]

type Ports = { database: Database; addresses: SharedAddresses; messages: Messages }

/** Applications on the portal. Offers what redeems sign-on tickets. */
export const createPortalAppsFeature = (ports: Ports) => {
  const { database } = ports
  const apps = createPortalApps(ports)
  const sso = createSso(database)
  const routes = implement(portalAppsContract, {
    ...apps,
    apps: apps.list,
    login: (scope, body) => sso.login(scope, body.appId),
  })
  return {
    redeemTicket: sso.redeem,
    routes: [
      ...routes,
      ...implement(appPortalContract, {
        portal: appPortal.get,
        updatePortal: appPortal.update,
        portalTargets: appPortal.targets,
      }),
      ...appRequestRoutes(createAppRequests(ports)),
    ],
    constraints: { app_requests__open: { ...appRequestsErrors.requestOpen, field: 'reason' } },
    retention: ['delete from sso_tickets where expires_at < now()'],
  }
}
