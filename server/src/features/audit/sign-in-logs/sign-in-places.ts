import { maxPlaces } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { locateIp } from '../../../kernel/locate-ip.ts'

type Counted = { ip: string; success: number; failure: number }

/** Sums addresses up by their places and ranks these, most sign-ins first. */
export const rankPlaces = (addresses: readonly Counted[]) => {
  const byArea = new Map<string, { area: string; success: number; failure: number }>()
  for (const { ip, success, failure } of addresses) {
    const area = locateIp(ip)
    const sum = byArea.get(area) ?? { area, success: 0, failure: 0 }
    byArea.set(area, { area, success: sum.success + success, failure: sum.failure + failure })
  }
  const ranked = [...byArea.values()].sort(
    (one, other) => other.success + other.failure - one.success - one.failure || (one.area < other.area ? -1 : 1),
  )
  return { places: ranked.slice(0, maxPlaces), others: Math.max(0, ranked.length - maxPlaces) }
}
