import type { Announcements } from '../../../kernel/announcements.ts'
import { createCache } from '../../../kernel/cache.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { type CustomField, readDefinitions } from './definitions.repository.ts'

/** The delay until another node's change is read here if its announcement is lost (decision 17). */
const cacheTtlMs = 1000
const maxCompanies = 5000
const announced = 'customFields'
const none: readonly CustomField[] = []

/** Fields in use, by company and entity, as this node has read them a moment ago. */
export const createDefinitions = (announcements: Announcements) => {
  const cached = createCache<string, Promise<ReadonlyMap<string, readonly CustomField[]>>>(maxCompanies, {
    ttl: cacheTtlMs,
  })
  announcements.subscribe((message) => {
    if (message === announced) cached.clear()
  })
  const load = (db: Db, companyId: string) => {
    const loading = readDefinitions(db, companyId).then((fields) => Map.groupBy(fields, ({ entity }) => entity))
    cached.set(companyId, loading)
    loading.catch(() => cached.delete(companyId))
    return loading
  }
  return {
    cacheReads: cached.reads,
    /** Those of an entity in a company, in their order. */
    read: async (db: Db, companyId: string, entity: string): Promise<readonly CustomField[]> =>
      (await (cached.get(companyId) ?? load(db, companyId))).get(entity) ?? none,
    /** Call after a change is committed. */
    forget() {
      cached.clear()
      announcements.publish(announced)
    },
  }
}
export type Definitions = ReturnType<typeof createDefinitions>
