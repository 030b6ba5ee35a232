const dayMs = 86_400_000

/** Whole days until a moment, at least one. */
export const daysUntil = (at: string): number => Math.max(1, Math.ceil((Date.parse(at) - Date.now()) / dayMs))
/** Whole days since a moment. */
export const daysSince = (at: string): number => Math.floor((Date.now() - Date.parse(at)) / dayMs)

/** Three days and less are urgent, seven are soon. */
export const toUrgency = (days: number): 'urgent' | 'soon' | undefined => {
  if (days <= 3) return 'urgent'
  return days <= 7 ? 'soon' : undefined
}
