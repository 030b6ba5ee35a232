import type { BasePorts } from '../../../kernel/feature.ts'
import type { RawRoute } from '../../../kernel/http/raw-routes.ts'
import type { FindCaller } from '../../../kernel/jobs/run-callers.ts'
import type { FindClientToken } from '../oidc/index.ts'
import type { Sso } from '../portal-apps/index.ts'
import { createCallRecords } from './call-records.ts'
import { createForward } from './forward.ts'
import { createGateApis } from './gate-apis.ts'
import { createGateApps } from './gate-apps.ts'
import { createNonces } from './nonces.ts'
import { createGate } from './pass-gate.ts'
import { createQuotaShares } from './quota-shares.ts'
import { createTrials } from './trials.ts'
import { createMakeTrial } from './try-call.ts'

type Ports = Pick<
  BasePorts,
  'database' | 'catalogue' | 'secrets' | 'openTargetNetworks' | 'callInProcess' | 'siteOrigin'
> & {
  findCaller: FindCaller
  redeemTicket: Sso['redeem']
  findToken: FindClientToken
}

/** The gate through which applications call open APIs. */
export const createGateFeature = (ports: Ports) => {
  const { database, openTargetNetworks, findToken } = ports
  const records = createCallRecords(database)
  const [apps, quotaShares, trials] = [createGateApps(ports), createQuotaShares(database), createTrials()]
  const gate = createGate({
    records,
    apps,
    quotaShares,
    trials,
    findToken,
    apis: createGateApis(ports),
    redeem: ports.redeemTicket,
    nonces: createNonces(database),
    forward: createForward(openTargetNetworks),
  })
  const route: RawRoute = {
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/open/v1/*',
    publicBecause: 'the gate admits applications by their signature or token',
    handle: gate.handle,
  }
  return {
    makeTrial: createMakeTrial({ ...ports, apps, trials }),
    /** How it knows applications, limits and counts their calls, for other protocols that they speak. */
    appCalls: { apps, quotaShares, records },
    routes: [],
    rawRoutes: [route],
    works: [records],
    caches: { applications: apps.cacheReads },
    retention: [
      'delete from open_nonces where expire_at < now()',
      `delete from open_leases where starts_at < now() - interval '2 days'`,
      `delete from open_call_spreads where hour < now() - interval '40 days'`,
      `delete from open_call_sums where hour < now() - interval '400 days'`,
    ],
  }
}
