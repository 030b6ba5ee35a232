import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'

/** Calls are told apart by their time to within a fifth; each step is one bucket (migration 0015). */
const bucketStep = Math.log(1.2)
/** Reaches beyond every timeout of the server. */
const buckets = 64
const bucketOf = (ms: number): number => (ms <= 1 ? 0 : Math.min(buckets - 1, Math.ceil(Math.log(ms) / bucketStep)))

type Counts = { calls: Uint32Array; denials: Uint32Array }
/** Calls of one endpoint that took equally long, as far as one tells them apart. */
export type Counted = { endpoint: Endpoint; bucket: number; calls: number; denials: number }

/** How many calls of each endpoint took how long, let in or denied, since the sums were last taken. */
export const createCallTally = () => {
  let counts = new Map<Endpoint, Counts>()

  const countsOf = (endpoint: Endpoint): Counts => {
    const known = counts.get(endpoint)
    if (known) return known
    const fresh = { calls: new Uint32Array(buckets), denials: new Uint32Array(buckets) }
    counts.set(endpoint, fresh)
    return fresh
  }
  const add = (endpoint: Endpoint, kind: keyof Counts, bucket: number, count: number) => {
    const all = countsOf(endpoint)[kind]
    all[bucket] = (all[bucket] ?? 0) + count
  }
  return {
    count: (endpoint: Endpoint, kind: keyof Counts, ms: number): void => add(endpoint, kind, bucketOf(ms), 1),
    /** The sums; the tally begins again. */
    take(): Counted[] {
      const taken = counts
      counts = new Map()
      return [...taken].flatMap(([endpoint, { calls, denials }]) =>
        [...calls].flatMap((count, bucket) => {
          const denied = denials[bucket] ?? 0
          return count + denied > 0 ? { endpoint, bucket, calls: count, denials: denied } : []
        }),
      )
    },
    /** Adds what was taken in vain. */
    putBack(rows: readonly Counted[]): void {
      for (const { endpoint, bucket, calls, denials } of rows) {
        add(endpoint, 'calls', bucket, calls)
        add(endpoint, 'denials', bucket, denials)
      }
    },
  }
}
