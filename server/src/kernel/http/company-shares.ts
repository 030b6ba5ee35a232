import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { type Actor, AppError } from '../scope.ts'

/**
 * Keeps a company that asks too often from slowing the others down: past its share of a second on this node it is refused
 * before anything is read for it. Counted in memory, because counting must cost less than refusing saves. The platform's own
 * people have no share: they must get in when everybody is at the door. In: how many requests a second. Out: a function of the
 * caller that throws `companyTooOften`.
 */
export const createCompanyShares = (perSecond: () => Promise<number>) => {
  const limiter = new RateLimiterMemory({ points: 1, duration: 1 })
  return async ({ companyId, platform }: Actor): Promise<void> => {
    if (platform) return
    limiter.points = await perSecond()
    await limiter.consume(companyId).catch((refused: unknown) => {
      if (!(refused instanceof RateLimiterRes)) throw refused
      throw new AppError(kernelErrors.companyTooOften, { data: { retryAfter: 1 } })
    })
  }
}
