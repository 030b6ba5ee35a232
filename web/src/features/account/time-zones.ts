import type { Option } from '../../ui/select.tsx'

const shownAtMost = 50
/** Where most people who read Chinese screens live comes first. */
const usual = ['Asia/Shanghai', 'Asia/Urumqi', 'Asia/Hong_Kong', 'Asia/Macau', 'Asia/Taipei', 'Asia/Singapore', 'UTC']

const partOf = (timeZone: string, timeZoneName: 'long' | 'longOffset') =>
  new Intl.DateTimeFormat('zh-CN', { timeZone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** What a zone is called: `Asia/Shanghai · 中国标准时间 · GMT+08:00`; its bare name when the browser does not know it. */
export const zoneLabel = (zone: string): string => {
  try {
    return [...new Set([zone, partOf(zone, 'long'), partOf(zone, 'longOffset')])].join(' · ')
  } catch {
    return zone
  }
}

let labelled: readonly Option[] | undefined
const zones = (): readonly Option[] => {
  labelled ??= [...new Set([...usual, ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
    value: zone,
    label: zoneLabel(zone),
  }))
  return labelled
}

/** The zones whose name holds what was typed, at most fifty; the chosen one is always among them. */
export const findZones = async (keyword: string, chosen: string | undefined): Promise<readonly Option[]> => {
  const words = keyword.toLowerCase()
  const found = zones()
    .filter(({ label }) => label.toLowerCase().includes(words))
    .slice(0, shownAtMost)
  return chosen && !found.some(({ value }) => value === chosen)
    ? [{ value: chosen, label: zoneLabel(chosen) }, ...found]
    : found
}
