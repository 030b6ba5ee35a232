import { maxMenuDepth } from '@atrium/contract/features/menus/menus.contract.ts'
import { menusErrors } from '@atrium/contract/features/menus/menus.errors.ts'
import { AppError } from '../../kernel/scope.ts'
import { createForest, type Forest, type Placed } from './menu-forest.ts'

/** The screen on which every other change can be undone. */
const screen = 'sys.menus'
const isOpenable = (menus: readonly Placed[], forest: Forest) => {
  const menu = menus.find(({ code }) => code === screen)
  if (!menu) return false
  const isItself = menu.kind === 'menu' && menu.metadata.component === 'sys/menus'
  return isItself && (forest.line(menu) ?? []).every(({ status, kind }) => status === 1 && kind !== 'link')
}

const takesChildren = ({ kind }: Placed) => kind === 'dir' || kind === 'menu'
/** A link has no address in the console that could be taken. */
const hasAddress = ({ kind }: Placed) => kind !== 'link'

const refuseParents = (menus: readonly Placed[], forest: Forest) => {
  for (const menu of menus) {
    if (menu.parent !== null) {
      const parent = forest.get(menu.parent)
      if (!parent || !takesChildren(parent))
        throw new AppError(menusErrors.noParent, atParent(menusErrors.noParent.msg))
    }
    const line = forest.line(menu)
    if (!line) throw new AppError(menusErrors.ownDescendant, atParent(menusErrors.ownDescendant.msg))
    if (line.length > maxMenuDepth) throw new AppError(menusErrors.tooDeep, atParent(menusErrors.tooDeep.msg))
  }
}
const atParent = (msg: string) => ({ errors: [{ field: 'parent', msg }] })

const refusePaths = (before: Forest, menus: readonly Placed[], forest: Forest) => {
  const holders = Map.groupBy(menus.filter(hasAddress), (menu) => forest.pathOf(menu))
  for (const menu of menus.filter(hasAddress)) {
    const path = forest.pathOf(menu)
    const former = before.get(menu.id)
    const isMoved = !former || !hasAddress(former) || before.pathOf(former) !== path
    const other = isMoved && holders.get(path)?.find(({ id }) => id !== menu.id)
    if (!other) continue
    const msg = `${menusErrors.pathTaken.msg}：/web/${path} 已用于“${other.name}”`
    throw new AppError({ ...menusErrors.pathTaken, msg }, { errors: [{ field: 'metadata.path', msg }] })
  }
}

/**
 * Refuses a change after which the menus would not hold together. In: all menus before and after it. Throws `noParent`,
 * `ownDescendant`, `tooDeep`, `pathTaken` and `lockedOut`.
 */
export const refuseBrokenMenus = (before: readonly Placed[], after: readonly Placed[]): void => {
  const [former, next] = [createForest(before), createForest(after)]
  refuseParents(after, next)
  refusePaths(former, after, next)
  if (isOpenable(before, former) && !isOpenable(after, next)) throw new AppError(menusErrors.lockedOut)
}
