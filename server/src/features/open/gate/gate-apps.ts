import type { CacheReads } from '../../../kernel/cache.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { FindCaller } from '../../../kernel/jobs/run-callers.ts'
import type { Actor } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { createShortTtlCache } from '../../../kernel/short-ttl-cache.ts'
import { createAddressFilter } from '../../tenancy/tenants/index.ts'
import { isOwnAppKey } from '../open-apps/index.ts'
import { gateRepository as repository, type StoredGateApp, type StoredGateGrant } from './gate.repository.ts'

export type GateApp = Omit<StoredGateApp, 'secrets' | 'grants' | 'networks'> & {
  secrets: readonly { id: string; secret: string; expireAt: number | null }[]
  grants: ReadonlyMap<string, StoredGateGrant>
  admits(address: string): boolean
  /** The owner with their present rights, or why they have none. */
  owner: Actor | { refusal: string }
}
export type GateApps = { find(appKey: string): Promise<GateApp | undefined>; cacheReads: CacheReads }

const maxApps = 5000
const noOwner = { refusal: '应用没有负责人' }

type Ports = { database: Database; secrets: Pick<Secrets, 'unseal' | 'sign' | 'isSigned'>; findCaller: FindCaller }
/** Applications as the gate knows them, each read once a second at most. Keys that no one was given cost no query. */
export const createGateApps = ({ database, secrets, findCaller }: Ports): GateApps => {
  const apps = createShortTtlCache<GateApp | undefined>(maxApps)

  const load = async (appKey: string): Promise<GateApp | undefined> => {
    const stored = await database.read({ reach: 'platform' }, (db) => repository.findApp(db, appKey))
    if (!stored) return undefined
    const { companyId, ownerId, networks, ...app } = stored
    const owner =
      ownerId === null ? noOwner : await findCaller(companyId, { companyId, userId: ownerId, sessionId: null })
    return {
      ...app,
      companyId,
      ownerId,
      owner,
      secrets: stored.secrets.map(({ sealed, ...secret }) => ({ ...secret, secret: secrets.unseal(sealed) })),
      grants: new Map(stored.grants.map((grant) => [grant.apiId, grant])),
      admits: createAddressFilter(networks),
    }
  }
  return {
    cacheReads: apps.reads,
    find(appKey) {
      const known = apps.known(appKey)
      if (known) return known
      return isOwnAppKey(secrets, appKey) ? apps.read(appKey, () => load(appKey)) : Promise.resolve(undefined)
    },
  }
}
