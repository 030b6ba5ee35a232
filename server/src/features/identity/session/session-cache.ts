import type { Announcements } from '../../../kernel/announcements.ts'
import { createCache } from '../../../kernel/cache.ts'
import type { Authentication } from '../../../kernel/http/admit.ts'

/** Upper bound on how late another node's revocation takes effect here (decision 17). */
const cacheTtlMs = 1000

export type CachedSession = Extract<Authentication, { kind: 'session' }> & { bindingHash: Buffer | null }

/**
 * Sessions recently read by this node, by token. Changes of a user's status notify all nodes; if a notification is
 * lost, entries expire within the second.
 */
export const createSessionCache = (announcements: Announcements) => {
  const sessionsByToken = createCache<string, CachedSession>(50_000, { ttl: cacheTtlMs })
  let invalidations = 0
  const drop = (isStale: (found: CachedSession) => boolean) => {
    invalidations += 1
    for (const [token, found] of sessionsByToken.entries()) if (isStale(found)) sessionsByToken.delete(token)
  }
  const dropById = (id: string) =>
    drop(({ actor: { userId, companyId, acting, principal } }) =>
      [userId, companyId, acting?.homeCompanyId, principal?.userId].includes(id),
    )
  announcements.subscribe((message) => {
    const [kind, id = ''] = message.split(':')
    if (kind === 'user' || kind === 'company') dropById(id)
  })
  return {
    get: (token: string) => sessionsByToken.get(token),
    reads: sessionsByToken.reads,
    /** Must be read before the session that is to be cached. */
    generation: () => invalidations,
    /** Skips sessions read before the last invalidation: they may be the stale ones. */
    set(token: string, found: CachedSession, generation: number) {
      if (generation === invalidations) sessionsByToken.set(token, found)
    },
    forgetAll: () => drop(() => true),
    forgetUser(userId: string) {
      dropById(userId)
      announcements.publish(`user:${userId}`)
    },
    forgetCompany(companyId: string) {
      dropById(companyId)
      announcements.publish(`company:${companyId}`)
    },
  }
}
