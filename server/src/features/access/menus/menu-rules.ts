import { ownPath } from '@atrium/contract/features/access/menus/menu-metadata.ts'
import { maxMenuDepth } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { menusErrors } from '@atrium/contract/features/access/menus/menus.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { AppError } from '../../../kernel/scope.ts'
import { createForest, type Forest, type ForestMenu } from './menu-forest.ts'

/** The page that can undo all other changes. */
const menuScreen = 'sys.menus'
const isOpenable = (menus: readonly ForestMenu[], forest: Forest) => {
  const menu = menus.find(({ code }) => code === menuScreen)
  if (!menu) return false
  const isItself = menu.kind === 'menu' && menu.metadata.component === 'sys/menus'
  return isItself && (forest.withAncestors(menu) ?? []).every(({ status, kind }) => status === 1 && kind !== 'link')
}

const takesChildren = ({ kind }: ForestMenu) => kind === 'dir' || kind === 'menu'
/** Links have no address in the console, nor do groups without a path. */
const hasAddress = ({ kind, metadata }: ForestMenu) =>
  kind !== 'link' && (kind !== 'dir' || ownPath(String(metadata.path ?? '')) !== '')

const assertParents = (menus: readonly ForestMenu[], forest: Forest) => {
  for (const menu of menus) {
    if (menu.parent !== null) {
      const parent = forest.get(menu.parent)
      if (!parent || !takesChildren(parent))
        throw new AppError(menusErrors.noParent, parentError(menusErrors.noParent.msg))
    }
    const path = forest.withAncestors(menu)
    if (!path) throw new AppError(menusErrors.ownDescendant, parentError(menusErrors.ownDescendant.msg))
    if (path.length > maxMenuDepth) throw new AppError(menusErrors.tooDeep, parentError(menusErrors.tooDeep.msg))
  }
}
const parentError = (msg: string) => ({ errors: [{ field: 'parent', msg }] })

const assertPathsFree = (before: Forest, menus: readonly ForestMenu[], forest: Forest) => {
  const holders = Map.groupBy(menus.filter(hasAddress), (menu) => forest.toPath(menu))
  for (const menu of menus.filter(hasAddress)) {
    const path = forest.toPath(menu)
    const former = before.get(menu.id)
    const isMoved = !former || !hasAddress(former) || before.toPath(former) !== path
    const conflicting = isMoved && holders.get(path)?.find(({ id }) => id !== menu.id)
    if (!conflicting) continue
    const msg = t('{msg}：/web/{path} 已用于“{name}”', { msg: menusErrors.pathTaken.msg, path, name: conflicting.name })
    throw new AppError({ ...menusErrors.pathTaken, msg }, { errors: [{ field: 'metadata.path', msg }] })
  }
}

/**
 * Asserts that the menus are consistent after a change. Takes all menus before and after.
 * @throws `noParent`, `ownDescendant`, `tooDeep`, `pathTaken` and `lockedOut`
 */
export const assertValidMenus = (before: readonly ForestMenu[], after: readonly ForestMenu[]): void => {
  const [former, next] = [createForest(before), createForest(after)]
  assertParents(after, next)
  assertPathsFree(former, after, next)
  if (isOpenable(before, former) && !isOpenable(after, next)) throw new AppError(menusErrors.lockedOut)
}
