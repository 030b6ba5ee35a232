import * as z from 'zod/mini'

/** Cards of the workbench in their usual order: what a new installation or company lacks, what waits for the caller, what is wrong, then charts. */
export const cardKeys = [
  'start',
  'todo',
  'notices',
  'terms',
  'health',
  'usage',
  'changes',
  'documents',
  'signIns',
  'growth',
  'next',
  'companies',
  'requests',
  'administrators',
  'recent',
] as const
export type CardKey = (typeof cardKeys)[number]

const cardList = z.array(z.enum(cardKeys)).check(
  z.maxLength(cardKeys.length),
  z.refine((keys) => new Set(keys).size === keys.length, '卡片不能重复'),
)
/** Order of cards, those left out after them in the usual order; and the hidden ones. */
export const cardLayout = z.object({ order: cardList, hidden: cardList })
export type CardLayout = z.output<typeof cardLayout>

/**
 * Applies a layout.
 * @param layout the layout, null for the usual one
 * @returns the shown cards in order, and the hidden ones
 */
export const arrangeCards = (layout: CardLayout | null) => {
  const { order, hidden } = layout ?? { order: [], hidden: [] }
  const all = [...new Set([...order, ...cardKeys])]
  return { all, shown: all.filter((key) => !hidden.includes(key)), hidden: new Set(hidden) }
}
