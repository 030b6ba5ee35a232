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
export type ProductCard = (typeof cardKeys)[number]
/** A card of a module begins with the module's name: `assets.added`. A layout keeps those of modules that are gone. */
export type ModuleCard = `${string}.${string}`
export type CardKey = ProductCard | ModuleCard

const maxCards = 100
const moduleCard = z.string().check(z.regex(/^[a-z][a-z0-9]{1,29}\.[a-zA-Z0-9]{1,30}$/)) as z.ZodMiniType<
  ModuleCard,
  ModuleCard
>
const cardList = z.array(z.union([z.enum(cardKeys), moduleCard])).check(
  z.maxLength(maxCards),
  z.refine((keys) => new Set(keys).size === keys.length, '卡片不能重复'),
)
/** Order of cards, those left out after them in the usual order; and the hidden ones. */
export const cardLayout = z.object({ order: cardList, hidden: cardList })
export type CardLayout = z.output<typeof cardLayout>

/**
 * Applies a layout.
 * @param layout the layout, null for the usual one
 * @param more cards of modules, behind the product's in the usual order
 * @returns the shown cards in order, and the hidden ones
 */
export const arrangeCards = (layout: CardLayout | null, more: readonly CardKey[] = []) => {
  const { order, hidden } = layout ?? { order: [], hidden: [] }
  const all = [...new Set([...order, ...cardKeys, ...more])]
  return { all, shown: all.filter((key) => !hidden.includes(key)), hidden: new Set(hidden) }
}
