import type { MenuImpact } from '@atrium/contract/features/access/menus/menus.contract.ts'
import type { RequestScope } from '../../../kernel/scope.ts'
import {
  type ChangedPage,
  type PageRequirements,
  menuEffectsRepository as repository,
} from './menu-effects.repository.ts'
import { createForest, type Forest, type ForestMenu } from './menu-forest.ts'

/**
 * Requirements to open a page: its menu and all ancestors, and for each with elements one of those; null if the menu is
 * missing, a directory, or below an inactive one.
 */
const listRequirements = (forest: Forest, id: string): PageRequirements | null => {
  const menu = forest.get(id)
  const path = menu && menu.kind !== 'dir' ? forest.withAncestors(menu) : undefined
  if (!path?.every(({ status }) => status === 1)) return null
  return path.flatMap((each) => [[each.id], ...(each.elems.length > 0 ? [each.elems.map(({ code }) => code)] : [])])
}
/** Whether the former requirements already include a group. */
const isImplied = (requirements: PageRequirements, step: readonly string[]) =>
  requirements.some((each) => each.every((thing) => step.includes(thing)))
const changedPages = (before: readonly ForestMenu[], after: readonly ForestMenu[]): ChangedPage[] => {
  const [former, next] = [createForest(before), createForest(after)]
  return before.flatMap(({ id }) => {
    const [was, is] = [listRequirements(former, id), listRequirements(next, id)]
    const isHarder = was !== null && (is === null || is.some((step) => !isImplied(was, step)))
    return isHarder ? [{ id, before: was, after: is }] : []
  })
}

/**
 * Confirms which users lose which pages. A change without losses and deletions needs no confirmation. Takes all menus
 * before and after.
 * @throws 111
 */
export const confirmMenuImpact = async (
  { db, actor, origin, confirm }: RequestScope,
  before: readonly ForestMenu[],
  after: readonly ForestMenu[],
): Promise<void> => {
  const remaining = new Set(after.map(({ id }) => id))
  const removed = createForest(before)
    .ordered()
    .filter(({ id }) => !remaining.has(id))
  const pages = changedPages(before, after)
  const { pages: affectedPages, ...losses } = await repository.losses(db, actor, pages)
  if (removed.length === 0 && losses.losingUsers === 0 && !origin.dryRun) return
  const affectedIds = new Set([...removed, ...pages].map(({ id }) => id))
  const users = new Map(affectedPages.map((page) => [page.id, page.users]))
  const lostPages = before.flatMap(({ id, name }) => {
    const count = users.get(id)
    return count === undefined ? [] : [{ id, name, users: count }]
  })
  const references = await repository.references(db, [...affectedIds])
  const names = removed.map(({ name }) => name)
  confirm({ removed: names, pages: lostPages, ...losses, ...references } satisfies MenuImpact)
}
