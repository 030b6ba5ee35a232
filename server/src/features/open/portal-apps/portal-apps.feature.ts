import { appPortalContract } from '@atrium/contract/features/open/portal-apps/app-portal.contract.ts'
import { portalAppsContract } from '@atrium/contract/features/open/portal-apps/portal-apps.contract.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { SharedAddresses } from '../open-apps/index.ts'
import { appPortal } from './app-portal.service.ts'
import { createPortalApps } from './portal-apps.service.ts'
import { createSso } from './sso.service.ts'

const appPortalRoutes = implement(appPortalContract, {
  portal: (scope, { params }) => appPortal.get(scope, params.id),
  updatePortal: (scope, { params, body }) => appPortal.update(scope, params.id, body),
  portalTargets: (scope, { params, query }) => appPortal.targets(scope, params.id, query),
})

/** Applications on the portal. Offers what redeems sign-on tickets. */
export const createPortalAppsFeature = (ports: { database: Database; addresses: SharedAddresses }) => {
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
    routes: [...routes, ...appPortalRoutes],
    retention: ['delete from sso_tickets where expires_at < now()'],
  }
}
