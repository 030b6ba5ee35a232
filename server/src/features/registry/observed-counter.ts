import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { Actor } from '../../kernel/scope.ts'

/** Calls of one person that observation let through. */
export type Observed = Pick<Actor, 'companyId' | 'userId'> & { endpoint: Endpoint; calls: number }

/** How often observation let whom through, since the sums were last taken. */
export const createObservedTally = () => {
  let people = new Map<string, Observed>()

  const add = ({ endpoint, companyId, userId, calls }: Observed) => {
    const key = `${userId} ${endpoint.module}.${endpoint.name}`
    const known = people.get(key)
    if (known) known.calls += calls
    else people.set(key, { endpoint, companyId, userId, calls })
  }
  return {
    count: (endpoint: Endpoint, { companyId, userId }: Actor): void => add({ endpoint, companyId, userId, calls: 1 }),
    /** The sums; the tally begins again. */
    take(): Observed[] {
      const taken = people
      people = new Map()
      return [...taken.values()]
    },
    /** Adds what was taken in vain. */
    putBack(rows: readonly Observed[]): void {
      for (const row of rows) add(row)
    },
  }
}
