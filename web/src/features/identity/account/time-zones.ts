import { timeZoneOrEmpty } from '@atrium/contract/kernel/time-zone-field.ts'
import type { Option } from '../../../ui/select.tsx'
import { pageLanguage } from '../../../ui/texts.ts'

const maxShown = 50
/** Zones of most Chinese-speaking users first. */
const commonZones = [
  'Asia/Shanghai',
  'Asia/Urumqi',
  'Asia/Hong_Kong',
  'Asia/Macau',
  'Asia/Taipei',
  'Asia/Singapore',
  'UTC',
]

const pickPart = (timeZone: string, timeZoneName: 'long' | 'longOffset') =>
  new Intl.DateTimeFormat(pageLanguage, { timeZone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** Label of a zone: `Asia/Shanghai · 中国标准时间 · GMT+08:00`; its bare name if the browser does not know it. */
export const zoneLabel = (zone: string): string => {
  try {
    return [...new Set([zone, pickPart(zone, 'long'), pickPart(zone, 'longOffset')])].join(' · ')
  } catch {
    return zone
  }
}

let cachedOptions: readonly Option[] | undefined
const zones = (): readonly Option[] => {
  cachedOptions ??= [...new Set([...commonZones, ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
    value: zone,
    label: zoneLabel(zone),
  }))
  return cachedOptions
}

/**
 * Zones whose label contains the keyword, at most fifty; the chosen one is always included, and one that is typed by a
 * name that browsers know beside their own: `Asia/Kolkata` is `Asia/Calcutta` to some.
 */
export const findZones = async (keyword: string, chosen: string | undefined): Promise<readonly Option[]> => {
  const words = keyword.toLowerCase()
  const matching = zones().filter(({ label }) => label.toLowerCase().includes(words))
  const isTyped = matching.length === 0 && timeZoneOrEmpty.safeParse(keyword).success
  const found = isTyped ? [{ value: keyword, label: zoneLabel(keyword) }] : matching.slice(0, maxShown)
  return chosen && !found.some(({ value }) => value === chosen)
    ? [{ value: chosen, label: zoneLabel(chosen) }, ...found]
    : found
}
