import { type Area, paddedCode } from './raw-areas.ts'

const suffix = /(各族|[\u4e00-\u9fa5]{1,4}族)*(自治[区州县旗]|地区|新区|街道|[省市区县旗镇乡盟])$/
/** A name without what kind of area it is: 密云县 became 密云区. */
const toStem = (name: string) => (name.length > 2 ? name.replace(suffix, '') : name)

/**
 * Gives each former code its successor: the listed one, or the area of the same level and name within the nearest
 * common area, or else the area above it as it is today.
 */
export const withSuccessors = (known: ReadonlyMap<string, Area>): Area[] => {
  const isCurrent = (code: string) => known.get(code)?.until === ''
  const byStem = Map.groupBy(
    [...known.values()].filter(({ until }) => until === ''),
    ({ code, name }) => `${paddedCode.toLevel(code)} ${code.slice(0, 2)} ${toStem(name)}`,
  )
  const commonDigits = (one: string, other: string) => [...one].findIndex((digit, at) => digit !== other[at])
  const findNamesake = ({ code, name }: Area) =>
    (byStem.get(`${paddedCode.toLevel(code)} ${code.slice(0, 2)} ${toStem(name)}`) ?? [])
      // A town of the same name elsewhere in the province is another town.
      .filter((area) => paddedCode.toLevel(code) < 4 || area.code.slice(0, 4) === code.slice(0, 4))
      .sort((one, other) => commonDigits(code, other.code) - commonDigits(code, one.code))[0]?.code
  const resolve = (code: string): string => {
    const area = known.get(code)
    if (!area) return code === '' ? '' : resolve(paddedCode.parentOf(code))
    if (isCurrent(code)) return code
    if (area.successor !== '') return resolve(area.successor)
    return findNamesake(area) ?? resolve(paddedCode.parentOf(code))
  }
  return [...known.values()].map((area) =>
    area.until === '' ? { ...area, successor: '' } : { ...area, successor: resolve(area.code) },
  )
}
