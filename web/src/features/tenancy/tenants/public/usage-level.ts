import { nearShare } from '@atrium/contract/features/tenancy/plans/quotas.ts'

/** Usage of a quota in whole percent, rounded down: 100 only when used up. */
export const sharePercent = (used: number, limit: number): number => Math.floor((used / limit) * 100)

/** Whether a quota is full or nearly full; undefined otherwise and without a limit. */
export const usageLevel = (used: number, limit: number | null): 'near' | 'full' | undefined => {
  if (limit === null || sharePercent(used, limit) < nearShare * 100) return undefined
  return used >= limit ? 'full' : 'near'
}
