import { nearShare } from '@atrium/contract/features/plans/quotas.ts'

/** How much of a quota is used, in whole percent; never a hundred before it is. */
export const sharePercent = (used: number, most: number): number => Math.floor((used / most) * 100)

/** Whether a quota is used up, or nearly: from four fifths on. Without a quota it never is. */
export const usageLevel = (used: number, most: number | null): 'near' | 'full' | undefined => {
  if (most === null || sharePercent(used, most) < nearShare * 100) return undefined
  return used >= most ? 'full' : 'near'
}
