import { setTimeout as sleep } from 'node:timers/promises'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { LRUCache } from 'lru-cache'
import { type Actor, AppError } from '../scope.ts'

/** How many companies and tokens a node remembers; a company that is forgotten has its whole share again. */
const remembered = 10_000
const second = 1000
/** As long as nine out of ten moments are busy, one that is not comes sooner; work that takes minutes is not waited for. */
const patienceMs = 50
/** Timers are no finer. */
const lookMs = 1

/** What a company is told that is over its share. */
export const tooOften = () => new AppError(kernelErrors.companyTooOften, { data: { retryAfter: 1 } })

export type CompanyShares = {
  /** Lets everybody else go first where a token is of a company that is past its share. Knows those that came early before. */
  giveWay(token: string): Promise<void>
  /** Answers when it is the turn of the caller's company; throws `companyTooOften` where too many wait. In: the caller and his token. */
  take(actor: Pick<Actor, 'companyId' | 'platform'>, token: string): Promise<void>
  /** Whether a token is of a company of which too many wait still. Knows those that came early before. */
  isOver(token: string): boolean
  /** How many were refused since the start. */
  refusals(): number
}

/**
 * Keeps a company that asks too often from slowing the others down, before anything is read for it. After a pause it may make
 * a second's requests at once; then they are let in evenly (GCRA, ITU-T I.371), as a full share at the beginning of every
 * second would be one more noise to the others. What comes early waits for its turn, which slows down who asks instead of
 * turning him away, and then for a moment in which nobody else is served; where a second's requests wait already, it is
 * refused. Counted in memory, because counting must cost less than refusing saves. The platform's own people have no share:
 * they must get in when everybody is at the door. In: how many requests a second, and whether anybody is being served.
 */
export const createCompanyShares = (perSecond: () => Promise<number>, isBusy: () => boolean): CompanyShares => {
  /** By company, when all it has asked would have been its due, in ms. */
  const dues = new LRUCache<string, number>({ max: remembered })
  /** The companies of those who came early, by token. */
  const hasty = new LRUCache<string, string>({ max: remembered })
  const dueOf = (companyId: string, now: number) => Math.max(now, dues.get(companyId) ?? 0)
  let each = 0
  let refusals = 0
  const earlyOf = (companyId: string, now: number) => dueOf(companyId, now) + each - now - second
  const isEarlier = (token: string, thanMs: number) => {
    const companyId = hasty.get(token)
    return companyId !== undefined && earlyOf(companyId, performance.now()) > thanMs
  }
  const lull = async () => {
    const until = performance.now() + patienceMs
    while (isBusy() && performance.now() < until) await sleep(lookMs)
  }
  return {
    async giveWay(token) {
      if (isEarlier(token, 0)) await lull()
    },
    async take({ companyId, platform }, token) {
      if (platform) return
      each = second / (await perSecond())
      const now = performance.now()
      const early = earlyOf(companyId, now)
      if (early > 0) hasty.set(token, companyId)
      if (early > second) {
        refusals += 1
        throw tooOften()
      }
      dues.set(companyId, now + early + second)
      if (early <= 0) return
      await sleep(early)
      await lull()
    },
    isOver(token) {
      const isOver = isEarlier(token, second)
      if (isOver) refusals += 1
      return isOver
    },
    refusals: () => refusals,
  }
}
