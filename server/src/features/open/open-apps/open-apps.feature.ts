import { callDaysShown } from '@atrium/contract/features/open/open-apis/call-stats.ts'
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
    scim: settings.get,
    updateScim: settings.update,
    addScimToken: tokens.create,
    revokeScimToken: tokens.revoke,
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
        replaceLogo: logos.replace,
        removeLogo: logos.remove,
      }),
      ...implement(openAppsContract, {
        ...apps,
        lock: (scope, id, body) => apps.lock(scope, id, body.reason),
        secrets: secrets.list,
        addSecret: secrets.create,
        revokeSecret: secrets.revoke,
        oidc: oidc.get,
        updateOidc: oidc.update,
        apis: grants.list,
        candidates: grants.candidates,
        grant: grants.grant,
        updateGrant: grants.update,
        ungrant: grants.ungrant,
        calls: callLogs.list,
        callsHistogram: callLogs.histogram,
        call: callLogs.get,
        stat: (scope, id, query) => apps.stat(scope, id, query.range),
        companyStat: (scope, query) => apps.companyStat(scope, query.range),
      }),
    ],
    jobs: [createAppAlarms(ports).job, createCallDays(ports.database).job],
    retention: [
      // A month more than is shown.
      `delete from open_call_days where day < now() - interval '${callDaysShown + 31} days'`,
      `delete from open_call_day_spreads where day < now() - interval '40 days'`,
    ],
    customTables: [{ entity: 'openApp', table: 'open_apps' }] as const,
    constraints: {
      open_apps__name: { ...openAppsErrors.nameTaken, field: 'name' },
      open_apps__owner: { ...openAppsErrors.noSuchOwner, field: 'ownerId' },
    },
  }
}
