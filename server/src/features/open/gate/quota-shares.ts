import type { Database } from '../../../kernel/db/database.ts'
import { platformZone } from '../../../kernel/wall-clock.ts'

/** A limit: a number of calls in each minute or day. */
export type CallLimit = { key: string; window: 'minute' | 'day'; points: number }
export type QuotaShares = {
  /** Counts a call against all limits. If one is spent, against none; out: that one, and the seconds until it is renewed. */
  take(limits: readonly CallLimit[]): Promise<{ spent: CallLimit; seconds: number } | undefined>
}

type Slice = { left: number; until: number; isSpent: boolean }
/** What a second node may leave unused of a limit is at most this part of it. */
const sliceShare = 1 / 200
const toSlice = (points: number) => Math.max(1, Math.floor(points * sliceShare))
const maxSlices = 50_000

const statement = `with span as (select date_trunc($2, now(), $3) as starts, ('1 ' || $2)::interval as length)
  insert into open_leases as lease (key, starts_at, taken, granted)
  select $1, starts, least($4::int, $5::int), least($4::int, $5::int) from span
  on conflict (key, starts_at) do update set
    granted = least($4::int, greatest($5::int - lease.taken, 0)),
    taken = lease.taken + least($4::int, greatest($5::int - lease.taken, 0))
  returning granted, (select (extract(epoch from starts + length - now()) * 1000)::float8 from span) as left_ms`

/**
 * Limits that all nodes share without a query per call: a node leases a slice of a limit and uses it up by itself. The
 * nodes never admit more than the limit together; a slice that one of them does not use is lost to the others.
 */
export const createQuotaShares = (database: Pick<Database, 'statement'>): QuotaShares => {
  const slices = new Map<string, Slice>()
  const leasing = new Map<string, Promise<Slice>>()

  // A changed limit is another one here, while the nodes go on counting what has been taken of it.
  const toName = ({ key, points }: CallLimit) => `${key} ${points}`
  const lease = async ({ key, window, points }: CallLimit): Promise<Slice> => {
    const values = [key, window, platformZone, toSlice(points), points]
    const { rows } = await database.statement({ text: statement, values })
    const [{ granted = 0, left_ms: leftMs = 0 } = {}] = rows as { granted?: number; left_ms?: number }[]
    const slice = { left: granted, until: performance.now() + leftMs, isSpent: granted === 0 }
    if (slices.size >= maxSlices) slices.clear()
    slices.set(toName({ key, window, points }), slice)
    return slice
  }
  /** Of calls that find a slice used up together, one leases the next. */
  const leaseOnce = (limit: CallLimit): Promise<Slice> => {
    const name = toName(limit)
    const known = leasing.get(name)
    if (known) return known
    const started = lease(limit).finally(() => leasing.delete(name))
    leasing.set(name, started)
    return started
  }
  const current = (limit: CallLimit) => {
    const slice = slices.get(toName(limit))
    return slice && slice.until > performance.now() ? slice : undefined
  }
  /**
   * Takes one.
   * @returns the slice that it came from, or that is spent
   */
  const takeOne = async (limit: CallLimit): Promise<Slice> => {
    for (;;) {
      const slice = current(limit) ?? (await leaseOnce(limit))
      if (slice.isSpent) return slice
      if (slice.left > 0) {
        slice.left -= 1
        return slice
      }
      await leaseOnce(limit)
    }
  }

  return {
    async take(limits) {
      const taken: Slice[] = []
      for (const limit of limits) {
        const slice = await takeOne(limit)
        if (slice.isSpent) {
          for (const each of taken) each.left += 1
          return { spent: limit, seconds: Math.max(1, Math.ceil((slice.until - performance.now()) / 1000)) }
        }
        taken.push(slice)
      }
      return undefined
    },
  }
}
