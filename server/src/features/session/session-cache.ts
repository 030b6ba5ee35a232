import { LRUCache } from 'lru-cache'
import type { Announcements } from '../../kernel/announcements.ts'
import type { Authentication } from '../../kernel/http/admit.ts'

/** How long a node believes what it read: the bound on how late another node's revocation takes effect here. */
const believedMs = 1000

export type Believed = Extract<Authentication, { kind: 'session' }> & { bindingHash: Buffer | null }

/**
 * What this node has just read of tokens. Whoever changes somebody's standing tells all nodes to forget him; without
 * a way to tell them, they find out within the second.
 */
export const createBeliefs = (announcements: Announcements) => {
  const believed = new LRUCache<string, Believed>({ max: 50_000, ttl: believedMs })
  let forgettings = 0
  const drop = (isToGo: (found: Believed) => boolean) => {
    forgettings += 1
    for (const [token, found] of believed.entries()) if (isToGo(found)) believed.delete(token)
  }
  const dropOf = (id: string) =>
    drop(({ actor: { userId, companyId, acting, principal } }) =>
      [userId, companyId, acting?.homeCompanyId, principal?.userId].includes(id),
    )
  announcements.hear((word) => {
    const [whose, id = ''] = word.split(':')
    if (whose === 'user' || whose === 'company') dropOf(id)
  })
  return {
    of: (token: string) => believed.get(token),
    /** To be taken before something is read that is to be kept. */
    mark: () => forgettings,
    /** Not what was read since before somebody was forgotten: it may be the very thing that was to be. */
    keep(token: string, found: Believed, mark: number) {
      if (mark === forgettings) believed.set(token, found)
    },
    forgetAll: () => drop(() => true),
    forgetUser(userId: string) {
      dropOf(userId)
      announcements.tell(`user:${userId}`)
    },
    forgetCompany(companyId: string) {
      dropOf(companyId)
      announcements.tell(`company:${companyId}`)
    },
  }
}
