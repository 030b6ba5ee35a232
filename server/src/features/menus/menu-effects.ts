import type { MenuImpact } from '@atrium/contract/features/menus/menus.contract.ts'
import type { RequestScope } from '../../kernel/scope.ts'
import { type ChangedPage, menuEffectsRepository as repository, type Way } from './menu-effects.repository.ts'
import { createForest, type Forest, type Placed } from './menu-forest.ts'

/**
 * What is needed to open a page: being granted it and what is above, and where one of these needs elements, one of them; null
 * where it is not there, is none, or stands below something stopped.
 */
const wayTo = (forest: Forest, id: string): Way | null => {
  const menu = forest.get(id)
  const line = menu && menu.kind !== 'dir' ? forest.line(menu) : undefined
  if (!line?.every(({ status }) => status === 1)) return null
  return line.flatMap((each) => [[each.id], ...(each.elems.length > 0 ? [each.elems.map(({ code }) => code)] : [])])
}
/** Whoever went the one way has what the step asks for. */
const isOn = (way: Way, step: readonly string[]) => way.some((each) => each.every((thing) => step.includes(thing)))
const changedPages = (before: readonly Placed[], after: readonly Placed[]): ChangedPage[] => {
  const [former, next] = [createForest(before), createForest(after)]
  return before.flatMap(({ id }) => {
    const [was, is] = [wayTo(former, id), wayTo(next, id)]
    const isHarder = was !== null && (is === null || is.some((step) => !isOn(was, step)))
    return isHarder ? [{ id, before: was, after: is }] : []
  })
}

/**
 * Shows who can open which pages no longer; what takes none from anybody and deletes nothing is done at once. In: all menus
 * before and after. Throws 111 (wire §1).
 */
export const confirmMenus = async (
  { db, actor, origin, confirm }: RequestScope,
  before: readonly Placed[],
  after: readonly Placed[],
): Promise<void> => {
  const left = new Set(after.map(({ id }) => id))
  const removed = createForest(before)
    .ordered()
    .filter(({ id }) => !left.has(id))
  const pages = changedPages(before, after)
  const { pages: lost, ...losses } = await repository.losses(db, actor, pages)
  if (removed.length === 0 && losses.losingUsers === 0 && !origin.dryRun) return
  const concerned = new Set([...removed, ...pages].map(({ id }) => id))
  const users = new Map(lost.map((page) => [page.id, page.users]))
  const lostPages = before.flatMap(({ id, name }) => {
    const count = users.get(id)
    return count === undefined ? [] : [{ id, name, users: count }]
  })
  const naming = await repository.naming(db, [...concerned])
  const names = removed.map(({ name }) => name)
  confirm({ removed: names, pages: lostPages, ...losses, ...naming } satisfies MenuImpact)
}
