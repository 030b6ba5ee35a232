import type { Announcements } from '../../../kernel/announcements.ts'
import { createCache } from '../../../kernel/cache.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { tagsRepository } from './tags.repository.ts'

/** The delay until another node's change is read here if its announcement is lost (decision 17). */
const cacheTtlMs = 1000
const maxCompanies = 5000
const announced = 'tags'

/** Which companies have tags, as this node has read it a moment ago: lists of the others ask no more. */
export const createPresence = (announcements: Announcements) => {
  const cached = createCache<string, Promise<boolean>>(maxCompanies, { ttl: cacheTtlMs })
  announcements.subscribe((message) => {
    if (message === announced) cached.clear()
  })
  const load = (db: Db, companyId: string) => {
    const loading = tagsRepository.hasAny(db, companyId)
    cached.set(companyId, loading)
    loading.catch(() => cached.delete(companyId))
    return loading
  }
  return {
    cacheReads: cached.reads,
    read: (db: Db, companyId: string): Promise<boolean> => cached.get(companyId) ?? load(db, companyId),
    /** Call after a tag was added. */
    forget() {
      cached.clear()
      announcements.publish(announced)
    },
  }
}
export type Presence = ReturnType<typeof createPresence>
