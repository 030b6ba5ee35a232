import type { Workbench } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { createCache } from '../../../kernel/cache.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { tenantsRepository } from '../../tenancy/tenants/index.ts'

type Usage = NonNullable<Workbench['usage']>
const [max, ttl] = [1000, 10_000]

/** The terms and usage of a company's tenant, up to ten seconds old; undefined without a tenant. */
export const createOwnUsage = (database: Database) => {
  const kept = createCache<string, Usage>(max, { ttl })
  return {
    async of(companyId: string): Promise<Usage | undefined> {
      const found = kept.get(companyId)
      if (found) return found
      const usage = await database.read({ reach: 'platform' }, (db) => tenantsRepository.find(db, companyId))
      if (usage) kept.set(companyId, usage)
      return usage
    },
  }
}
