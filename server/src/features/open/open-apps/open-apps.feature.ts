import { appLogoContract } from '@atrium/contract/features/open/open-apps/app-logo.contract.ts'
import { appScimContract } from '@atrium/contract/features/open/open-apps/app-scim.contract.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { openAppsErrors } from '@atrium/contract/features/open/open-apps/open-apps.errors.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Messages } from '../../communication/messages/index.ts'
import type { Files } from '../../tenancy/files/index.ts'
import { createAppAlarms } from './app-alarms.ts'
import { createAppLogos } from './app-logos.service.ts'
import { createAppReach } from './app-reach.ts'
import { createCallDays } from './call-days.ts'
import { createCallLogs } from './call-logs.service.ts'
import { createGrants } from './grants.service.ts'
import type { SharedAddresses } from './logo-address.ts'
import { createOidcSettings } from './oidc-settings.service.ts'
import { createOpenApps } from './open-apps.service.ts'
import { createScimSettings } from './scim-settings.service.ts'
import { createScimTokens } from './scim-tokens.service.ts'
import { createAppSecrets } from './secrets.service.ts'

type Ports = Pick<BasePorts, 'database' | 'secrets' | 'siteOrigin' | 'openTargetNetworks'> &
  Omit<Parameters<typeof createGrants>[0], 'reach'> & {
    messages: Messages
    addresses: SharedAddresses
    files: Files
  }

const scimRoutes = ({ secrets, ...ports }: Pick<Ports, 'siteOrigin' | 'secrets' | 'findCaller'>) => {
  const settings = createScimSettings(ports)
  const tokens = createScimTokens(secrets)
  return implement(appScimContract, {
    scim: (scope, { params }) => settings.get(scope, params.id),
    updateScim: (scope, { params, body }) => settings.update(scope, params.id, body),
    addScimToken: (scope, { params, body }) => tokens.create(scope, params.id, body),
    revokeScimToken: (scope, { params }) => tokens.revoke(scope, params.id, params.sid),
  })
}

/** Applications of companies, which call open APIs. */
export const createOpenAppsFeature = (ports: Ports) => {
  const reach = createAppReach(ports.database)
  const apps = createOpenApps({ ...ports, reach })
  const secrets = createAppSecrets(ports)
  const grants = createGrants({ ...ports, reach })
  const logos = createAppLogos(ports)
  const callLogs = createCallLogs(reach)
  const oidc = createOidcSettings(ports)
  return {
    /** The APIs granted to an application, and whether its owner may call them. */
    listGrants: grants.list,
    routes: [
      ...scimRoutes(ports),
      ...implement(appLogoContract, {
        replaceLogo: (scope, { params, file }) => logos.replace(scope, params.id, file),
        removeLogo: (scope, { params }) => logos.remove(scope, params.id),
      }),
      ...implement(openAppsContract, {
        list: (scope, { query }) => apps.list(scope, query),
        get: (scope, { params }) => apps.get(scope, params.id),
        create: (scope, { body }) => apps.create(scope, body),
        update: (scope, { params, body }) => apps.update(scope, params.id, body),
        remove: (scope, { params }) => apps.remove(scope, params.id),
        lock: (scope, { params, body }) => apps.lock(scope, params.id, body.reason),
        unlock: (scope, { params }) => apps.unlock(scope, params.id),
        secrets: (scope, { params }) => secrets.list(scope, params.id),
        addSecret: (scope, { params, body }) => secrets.create(scope, params.id, body),
        revokeSecret: (scope, { params }) => secrets.revoke(scope, params.id, params.sid),
        oidc: (scope, { params }) => oidc.get(scope, params.id),
        updateOidc: (scope, { params, body }) => oidc.update(scope, params.id, body),
        apis: (scope, { params }) => grants.list(scope, params.id),
        candidates: (scope, { params, query }) => grants.candidates(scope, params.id, query),
        grant: (scope, { params, body }) => grants.grant(scope, params.id, body),
        updateGrant: (scope, { params, body }) => grants.update(scope, params.id, params.apiId, body),
        ungrant: (scope, { params }) => grants.ungrant(scope, params.id, params.apiId),
        calls: (scope, { params, query }) => callLogs.list(scope, params.id, query),
        call: (scope, { params }) => callLogs.get(scope, params.id, params.logId),
        stat: (scope, { params, query }) => apps.stat(scope, params.id, query.range),
        companyStat: (scope, { query }) => apps.companyStat(scope, query.range),
      }),
    ],
    jobs: [createAppAlarms(ports).job, createCallDays(ports.database).job],
    retention: [
      `delete from open_call_days where day < now() - interval '40 days'`,
      `delete from open_call_day_spreads where day < now() - interval '40 days'`,
    ],
    constraints: {
      open_apps__name: { ...openAppsErrors.nameTaken, field: 'name' },
      open_apps__owner: { ...openAppsErrors.noSuchOwner, field: 'ownerId' },
    },
  }
}
