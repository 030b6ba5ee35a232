const countyDigits = 6

/** Statistical codes have twelve digits: those of a village lead to its town, and zeros stand for all below an area. */
export const areaOfCode = (code: string): string => {
  const town = code.slice(0, 9)
  return town.endsWith('000') ? town.slice(0, countyDigits) : town
}
/** 1 province, 2 city, 3 county, 4 town. */
export const levelOfArea = (code: string): number => {
  if (code.length > countyDigits) return 4
  if (code.endsWith('0000')) return 1
  return code.endsWith('00') ? 2 : 3
}
/** The code of the area above, by the digits alone; empty for a province. */
export const parentOfArea = (code: string): string => {
  const level = levelOfArea(code)
  if (level === 4) return code.slice(0, countyDigits)
  return level === 1 ? '' : code.slice(0, level === 2 ? 2 : 4).padEnd(countyDigits, '0')
}
/** The code with those above it, province first. Cities without counties are the parents of their towns. */
export const areaLine = (code: string): string[] => {
  const parent = parentOfArea(code)
  return parent === '' ? [code] : [...areaLine(parent), code]
}
