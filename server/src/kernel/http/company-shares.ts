import { setTimeout as sleep } from 'node:timers/promises'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { LRUCache } from 'lru-cache'
import { type Actor, AppError } from '../scope.ts'

/** How many companies a node remembers; one that is forgotten has its whole share again. */
const remembered = 10_000
const second = 1000

/**
 * Keeps a company that asks too often from slowing the others down, before anything is read for it. After a pause it may make
 * a second's requests at once; then they are let in evenly (GCRA, ITU-T I.371), as a full share at the beginning of every
 * second would be one more noise to the others. What comes early waits for its turn, which slows down who asks instead of
 * turning him away; where a second's requests wait already, it is refused. Counted in memory, because counting must cost less
 * than refusing saves. The platform's own people have no share: they must get in when everybody is at the door. In: how many
 * requests a second. Out: a function of the caller that answers when it is his turn, and throws `companyTooOften`.
 */
export const createCompanyShares = (perSecond: () => Promise<number>) => {
  /** By company, when all it has asked would have been its due, in ms. */
  const dues = new LRUCache<string, number>({ max: remembered })
  return async ({ companyId, platform }: Actor): Promise<void> => {
    if (platform) return
    const each = second / (await perSecond())
    const now = performance.now()
    const due = Math.max(now, dues.get(companyId) ?? 0) + each
    const early = due - now - second
    if (early > second) throw new AppError(kernelErrors.companyTooOften, { data: { retryAfter: 1 } })
    dues.set(companyId, due)
    if (early > 0) await sleep(early)
  }
}
