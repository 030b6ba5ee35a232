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

/** Cards of one width or of both, and of members with few. */
type Shares = 'one' | 'equal' | 'work' | 'members'
export type Columns = { shares: Shares; columns: readonly (readonly CardKey[])[] }

/** Divides cards into columns, which have no holes: the wide ones beside the narrow ones; narrow ones alone by turns. */
export const toColumns = (cards: readonly CardKey[]): Columns => {
  const [broad, slim] = [cards.filter((key) => wide.has(key)), cards.filter((key) => !wide.has(key))]
  if (slim.length === 0 || cards.length === 1) return { shares: 'one', columns: [cards] }
  if (broad.length === 0)
    return { shares: 'equal', columns: [slim.filter((_, at) => at % 2 === 0), slim.filter((_, at) => at % 2 === 1)] }
  return { shares: cards.includes('next') ? 'members' : 'work', columns: [broad, slim] }
}
