import type { Database } from '../../../../kernel/db/database.ts'
import { defineTrigger, type Trigger } from '../../../../kernel/jobs/define-job.ts'
import { requestGuarded } from '../../../../kernel/outgoing/guarded-request.ts'
import { createWorkerPool, type InFlight } from '../../../../kernel/worker-pool.ts'
import type { Issuers } from '../issuers/issuers.ts'
import type { Providers } from '../provider/providers.ts'
import { createGiveUpLogout } from './give-up-logout.ts'
import { logoutToken, toSid } from './logout-token.ts'
import { type Logout, logoutsRepository as repository } from './logouts.repository.ts'

const inPlatform = { reach: 'platform' } as const
const timeoutMs = 5000
/** Places of a node, of each company, and of each application: one that hangs takes none of the others'. */
const [places, perCompany, perApp] = [64, 32, 16]
/** Seconds between attempts; after the last one it is given up, as tokens of the sign-in are worthless anyway. */
const waits = [5, 30, 120, 600, 3600]

type Ports = Parameters<typeof createGiveUpLogout>[0] & {
  database: Database
  providers: Providers
  issuers: Issuers
  openTargetNetworks: readonly string[]
}

/** Tells applications of sign-ins that have ended, within a second, and again until they answer. */
export const createLogoutSender = (ports: Ports): Trigger => {
  const { database, providers, issuers, openTargetNetworks, onError } = ports
  const giveUp = createGiveUpLogout(ports)
  /** Whether there is nothing more to do: the application has been notified, or wants no notice any more. */
  const tell = async ({ uri, appKey, userId, grantKey, issuer }: Logout): Promise<boolean> => {
    if (uri === '') return true
    const provider = await providers.current(await issuers.named(issuer))
    const token = await logoutToken(provider, { appKey, sub: userId, sid: toSid(grantKey) })
    const call = {
      method: 'POST',
      url: new URL(uri),
      timeoutMs,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Atrium' },
      body: Buffer.from(new URLSearchParams({ logout_token: token }).toString()),
    }
    // What fails here is the application's; an error of ours leaves the notice leased, to be sent again.
    const reply = await requestGuarded(call, openTargetNetworks).catch(() => undefined)
    reply?.destroy()
    return reply?.statusCode === 200 || reply?.statusCode === 204
  }
  const work = async (logout: Logout) => {
    const isTold = await tell(logout)
    const wait = isTold ? undefined : waits[logout.tries - 1]
    if (!isTold && wait === undefined) return giveUp(logout)
    await database.transact(inPlatform, (db) =>
      wait === undefined ? repository.remove(db, logout) : repository.postpone(db, logout, wait),
    )
  }
  const claim = (limit: number, busy: readonly InFlight<Logout>[]) => {
    const counts = busy.map(({ item: { companyId, appId }, many }) => ({ companyId, appId, many }))
    return database.transact(inPlatform, (db) => repository.claim(db, { limit, perCompany, perApp, busy: counts }))
  }
  const { fill, drain } = createWorkerPool({ places, toKey: ({ appId }: Logout) => appId, claim, work, onError })
  return defineTrigger({ name: 'oidc.logouts', due: 'oidc_logouts_due()', run: fill, drain })
}
