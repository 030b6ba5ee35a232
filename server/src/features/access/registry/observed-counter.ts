import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { Actor } from '../../../kernel/scope.ts'

/** Calls of one user admitted by observation. */
export type ObservedCalls = Pick<Actor, 'companyId' | 'userId'> & { endpoint: Endpoint; calls: number }

/** Counts calls admitted by observation since the last drain. */
export const createObservedCounter = () => {
  let callsByUser = new Map<string, ObservedCalls>()

  const add = ({ endpoint, companyId, userId, calls }: ObservedCalls) => {
    const key = `${userId} ${endpoint.module}.${endpoint.name}`
    const known = callsByUser.get(key)
    if (known) known.calls += calls
    else callsByUser.set(key, { endpoint, companyId, userId, calls })
  }
  return {
    count: (endpoint: Endpoint, { companyId, userId }: Actor): void => add({ endpoint, companyId, userId, calls: 1 }),
    /** Returns the counts and resets them. */
    drain(): ObservedCalls[] {
      const drained = callsByUser
      callsByUser = new Map()
      return [...drained.values()]
    },
    /** Adds back counts that could not be written. */
    restore(rows: readonly ObservedCalls[]): void {
      for (const row of rows) add(row)
    },
  }
}
