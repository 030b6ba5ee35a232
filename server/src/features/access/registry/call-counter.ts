import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'

/** Histogram buckets grow by 20 %, which bounds the error of a percentile. */
const bucketStep = Math.log(1.2)
/** The last bucket lies beyond every server timeout. */
const buckets = 64
const toBucket = (ms: number): number => (ms <= 1 ? 0 : Math.min(buckets - 1, Math.ceil(Math.log(ms) / bucketStep)))

type Counts = { calls: Uint32Array; denials: Uint32Array }
/** Counts of one endpoint in one duration bucket. */
export type CountedCalls = { endpoint: Endpoint; bucket: number; calls: number; denials: number }

/** Counts calls by endpoint, duration and outcome since the last drain. */
export const createCallCounter = () => {
  let counts = new Map<Endpoint, Counts>()

  const getCounts = (endpoint: Endpoint): Counts => {
    const known = counts.get(endpoint)
    if (known) return known
    const fresh = { calls: new Uint32Array(buckets), denials: new Uint32Array(buckets) }
    counts.set(endpoint, fresh)
    return fresh
  }
  const add = (endpoint: Endpoint, kind: keyof Counts, bucket: number, count: number) => {
    const all = getCounts(endpoint)[kind]
    all[bucket] = (all[bucket] ?? 0) + count
  }
  return {
    count: (endpoint: Endpoint, kind: keyof Counts, ms: number): void => add(endpoint, kind, toBucket(ms), 1),
    /** Returns the counts and resets them. */
    drain(): CountedCalls[] {
      const drained = counts
      counts = new Map()
      return [...drained].flatMap(([endpoint, { calls, denials }]) =>
        [...calls].flatMap((count, bucket) => {
          const denied = denials[bucket] ?? 0
          return count + denied > 0 ? { endpoint, bucket, calls: count, denials: denied } : []
        }),
      )
    },
    /** Adds back counts that could not be written. */
    restore(rows: readonly CountedCalls[]): void {
      for (const { endpoint, bucket, calls, denials } of rows) {
        add(endpoint, 'calls', bucket, calls)
        add(endpoint, 'denials', bucket, denials)
      }
    },
  }
}
