import { setTimeout as sleep } from 'node:timers/promises'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { createCache } from '../cache.ts'
import { type Actor, AppError } from '../scope.ts'

/** Companies and tokens remembered per node; an evicted company has its full share again. */
const maxEntries = 10_000
const second = 1000
/**
 * Longest wait for an idle moment: even a server busy nine tenths of the time has one sooner, and work that takes
 * minutes is not waited for.
 */
const maxWaitMs = 50
/** Timer resolution. */
const pollMs = 1

/** Refusal for a company above its share. */
export const companyRateError = () => new AppError(kernelErrors.companyTooOften, { data: { retryAfter: 1 } })

export type CompanyShares = {
  /**
   * Waits for an idle moment if the token's company is above its share. Knows only tokens whose requests came early
   * before.
   */
  yieldToOthers(token: string): Promise<void>
  /** Waits for the slot of the caller's company; throws `companyTooOften` if a second's requests wait already. */
  take(actor: Pick<Actor, 'companyId' | 'platform'>, token: string): Promise<void>
  /** Whether the token's company has too many waiting requests. Knows only tokens whose requests came early before. */
  isOver(token: string): boolean
  /** Requests refused since the start. */
  refusals(): number
}

/**
 * Rate share per company: keeps one that sends too many requests from slowing the others down, before anything is read
 * for it. After a pause a company may send a second's requests in a burst; then they are admitted evenly (GCRA, ITU-T
 * I.371). Early requests wait for their slot and then for an idle moment; if a second's requests wait already, the
 * request is refused. Counted in memory, as counting must cost less than the refusal saves: each node admits its part.
 * The operator's company has no share, so that its staff get in under load (decision 72). Takes requests per second and
 * company, whether the database is busy, and how many nodes share them.
 */
export const createCompanyShares = (
  perSecond: () => Promise<number>,
  isBusy: () => boolean,
  servingNodes: () => number,
): CompanyShares => {
  /** Theoretical arrival time by company, in ms. */
  const dues = createCache<string, number>(maxEntries)
  /** Companies by the tokens whose requests came early. */
  const earlyTokens = createCache<string, string>(maxEntries)
  const getDue = (companyId: string, now: number) => Math.max(now, dues.get(companyId) ?? 0)
  let intervalMs = 0
  let refusals = 0
  const measureEarliness = (companyId: string, now: number) => getDue(companyId, now) + intervalMs - now - second
  const isEarlierThan = (token: string, thanMs: number) => {
    const companyId = earlyTokens.get(token)
    return companyId !== undefined && measureEarliness(companyId, performance.now()) > thanMs
  }
  const waitForIdle = async () => {
    const until = performance.now() + maxWaitMs
    while (isBusy() && performance.now() < until) await sleep(pollMs)
  }
  return {
    async yieldToOthers(token) {
      if (isEarlierThan(token, 0)) await waitForIdle()
    },
    async take({ companyId, platform }, token) {
      if (platform) return
      intervalMs = (second * servingNodes()) / (await perSecond())
      const now = performance.now()
      const early = measureEarliness(companyId, now)
      if (early > 0) earlyTokens.set(token, companyId)
      if (early > second) {
        refusals += 1
        throw companyRateError()
      }
      dues.set(companyId, now + early + second)
      if (early <= 0) return
      await sleep(early)
      await waitForIdle()
    },
    isOver(token) {
      const isOver = isEarlierThan(token, second)
      if (isOver) refusals += 1
      return isOver
    },
    refusals: () => refusals,
  }
}
