import { syllableTable } from './pinyin-table.ts'

const collator = new Intl.Collator('zh-Hans-CN')
const boundaries = syllableTable
  .trim()
  .split(/\s+/)
  .map((entry) => ({ syllable: entry.slice(0, -1), first: entry.slice(-1) }))
/** Second readings of characters in names of pages. */
const otherReadings: Readonly<Record<string, string>> = { 角: 'jue', 调: 'tiao', 长: 'chang', 行: 'hang', 重: 'chong' }

const isHan = (character: string) => /\p{Script=Han}/u.test(character)
/** The syllable of the last boundary at or before a character in sort order. */
const findSyllable = (character: string): string => {
  let [low, high] = [0, boundaries.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (collator.compare(boundaries[middle]?.first ?? '', character) <= 0) low = middle
    else high = middle - 1
  }
  return boundaries[low]?.syllable ?? ''
}
/** How a character may be typed in Latin letters. */
const listReadings = (character: string): string[] => {
  if (!isHan(character)) return [character.toLowerCase()]
  const other = otherReadings[character]
  return other === undefined ? [findSyllable(character)] : [findSyllable(character), other]
}

/** Whether letters are used up by beginnings of syllables from one on: `yhgl`, `yonghu`, `yhguan`. */
const isSpelled = (letters: string, syllables: readonly string[][]): boolean => {
  if (letters === '') return true
  const [readings = [], ...others] = syllables
  return readings.some((reading) => {
    for (let taken = 1; taken <= reading.length && letters.startsWith(reading.slice(0, taken)); taken += 1)
      if (isSpelled(letters.slice(taken), others)) return true
    return false
  })
}

/**
 * Where in a name its pinyin, initials or a mixture of both match Latin letters: the index of the first character,
 * spaces not counted; undefined if nowhere.
 */
export const findByPinyin = (name: string, typed: string): number | undefined => {
  const letters = typed.toLowerCase().replaceAll(/[\s']/g, '')
  if (!/^[a-z0-9]+$/.test(letters)) return undefined
  const syllables = [...name].filter((character) => character !== ' ').map(listReadings)
  const at = syllables.findIndex((_, from) => isSpelled(letters, syllables.slice(from)))
  return at < 0 ? undefined : at
}
