import { setTimeout as sleep } from 'node:timers/promises'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { LRUCache } from 'lru-cache'
import { type Actor, AppError } from '../scope.ts'

/** How many companies and tokens a node remembers; a company that is forgotten has its whole share again. */
const remembered = 10_000
const second = 1000

/** What a company is told that is over its share. */
export const tooOften = () => new AppError(kernelErrors.companyTooOften, { data: { retryAfter: 1 } })

export type CompanyShares = {
  /** Answers when it is the turn of the caller's company; throws `companyTooOften` where too many wait. In: the caller and his token. */
  take(actor: Actor, token: string): Promise<void>
  /** Whether a token is of a company of which too many wait still. Knows those it has refused before. */
  isOver(token: string): boolean
  /** How many were refused since the start. */
  refusals(): number
}

/**
 * Keeps a company that asks too often from slowing the others down, before anything is read for it. After a pause it may make
 * a second's requests at once; then they are let in evenly (GCRA, ITU-T I.371), as a full share at the beginning of every
 * second would be one more noise to the others. What comes early waits for its turn, which slows down who asks instead of
 * turning him away; where a second's requests wait already, it is refused. Counted in memory, because counting must cost less
 * than refusing saves. The platform's own people have no share: they must get in when everybody is at the door. In: how many
 * requests a second.
 */
export const createCompanyShares = (perSecond: () => Promise<number>): CompanyShares => {
  /** By company, when all it has asked would have been its due, in ms. */
  const dues = new LRUCache<string, number>({ max: remembered })
  /** The companies of those who were refused, by token. */
  const refused = new LRUCache<string, string>({ max: remembered })
  const dueOf = (companyId: string, now: number) => Math.max(now, dues.get(companyId) ?? 0)
  let each = 0
  let refusals = 0
  const earlyOf = (companyId: string, now: number) => dueOf(companyId, now) + each - now - second
  return {
    async take({ companyId, platform }, token) {
      if (platform) return
      each = second / (await perSecond())
      const now = performance.now()
      const early = earlyOf(companyId, now)
      if (early > second) {
        refused.set(token, companyId)
        refusals += 1
        throw tooOften()
      }
      dues.set(companyId, now + early + second)
      if (early > 0) await sleep(early)
    },
    isOver(token) {
      const companyId = refused.get(token)
      const isOver = companyId !== undefined && earlyOf(companyId, performance.now()) > second
      if (isOver) refusals += 1
      return isOver
    },
    refusals: () => refusals,
  }
}
