import type { QuotaKind } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import type { UsageDay } from '@atrium/contract/features/tenancy/tenants/tenant-usage.ts'

const dayMs = 86_400_000
/** Days that a trend is taken from, the fewest that it takes, and how far ahead it is believed. */
export const trendDays = 60
const [fewestDays, farthest] = [28, 365]
/** Share of the variance that a straight line explains: below, there is no trend. */
const leastFit = 0.6

const at = (day: string) => Date.parse(day) / dayMs

/** A value for each day from the first to the last counted one; a day without a count has that of the day before. */
export const fillDays = (days: readonly UsageDay[], kind: QuotaKind): { day: string; value: number }[] => {
  const filled: { day: string; value: number }[] = []
  for (const row of days) {
    const former = filled.at(-1)
    for (let missing = former ? at(former.day) + 1 : at(row.day); missing < at(row.day); missing += 1)
      filled.push({ day: new Date(missing * dayMs).toISOString().slice(0, 10), value: former?.value ?? 0 })
    filled.push({ day: row.day, value: row[kind] })
  }
  return filled
}

/** The straight line through values at even distances: its slope, and how well it fits, from 0 to 1. */
const fitLine = (values: readonly number[]) => {
  const count = values.length
  const middle = (count - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  let [together, along, across] = [0, 0, 0]
  for (const [index, value] of values.entries()) {
    together += (index - middle) * (value - mean)
    along += (index - middle) ** 2
    across += (value - mean) ** 2
  }
  return { slope: together / along, fit: across === 0 ? 0 : together ** 2 / (along * across) }
}

/**
 * In how many days a limit is reached if it goes on like in the last two months. Undefined where that cannot be said: too
 * few days, no steady growth, more than a year ahead, already full, and of messages, which start from zero each day.
 */
export const daysUntilFull = (days: readonly UsageDay[], kind: QuotaKind, limit: number | null): number | undefined => {
  if (limit === null || kind === 'sms') return undefined
  const values = fillDays(days, kind)
    .slice(-trendDays)
    .map(({ value }) => value)
  const last = values.at(-1)
  if (last === undefined || values.length < fewestDays || last >= limit) return undefined
  const { slope, fit } = fitLine(values)
  if (slope <= 0 || fit < leastFit) return undefined
  const left = Math.ceil((limit - last) / slope)
  return left <= farthest ? left : undefined
}
