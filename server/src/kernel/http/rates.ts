import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { Counter, Limits } from '../limits.ts'
import type { Actor, Rate } from '../scope.ts'

const seconds = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const

/**
 * Counts calls per user for endpoints with a rate.
 * @returns a function that throws `tooOften` with the seconds to wait
 */
export const createRates = (limits: Limits) => {
  // A rate lives as long as the compiled registry it belongs to.
  const counters = new WeakMap<Rate, Counter>()

  return ({ module, name }: Endpoint, rate: Rate, { userId }: Actor): Promise<void> => {
    const known = counters.get(rate)
    if (known) return known.take(userId)
    const of = { name: `rate.${module}.${name}`, points: rate.n, seconds: seconds[rate.per] }
    const counter = limits.counter(of)
    counters.set(rate, counter)
    return counter.take(userId)
  }
}
