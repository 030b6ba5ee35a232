import type { CardKey } from '@atrium/contract/features/communication/preferences/cards.ts'

const wide: ReadonlySet<CardKey> = new Set([
  'start',
  'todo',
  'health',
  'usage',
  'signIns',
  'next',
  'requests',
  'recent',
])
/** Wide and narrow share of twelve columns. */
type Shares = readonly [number, number]
const ofWork: Shares = [8, 4]
const ofMembers: Shares = [7, 5]

/** Columns of each card, so that every row is full: a wide and a narrow card, two narrow ones, or one alone. */
export const toSpans = (keys: readonly CardKey[]): number[] => {
  const [broad, slim] = keys.includes('next') ? ofMembers : ofWork
  const spans: number[] = []
  for (let at = 0; at < keys.length; at += 1) {
    const [key, next] = [keys[at], keys[at + 1]]
    if (key === undefined) break
    const [isWide, isNextWide] = [wide.has(key), next !== undefined && wide.has(next)]
    if (next === undefined || (isWide && isNextWide)) {
      spans.push(12)
      continue
    }
    if (isWide === isNextWide) spans.push(6, 6)
    else spans.push(isWide ? broad : slim, isWide ? slim : broad)
    at += 1
  }
  return spans
}
