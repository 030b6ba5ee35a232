import { labelledText, listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../../ui/texts.ts'
import { type Branch, keyOfElement, type PlacedElement, withBranches } from '../public/grant-tree/branches.ts'
import { type GrantKind, type GrantTicks, isGranted, isUnlocked } from '../public/grant-tree/grant-rights.ts'
import { isBarePage } from '../public/grant-tree/tree-ticks.ts'

/** Something that is granted but of no use, with a row to look at and what would mend it. */
export type GrantWarning = {
  text: string
  /** All that are meant, one per line. */
  detail: string
  target: string
  fix: { kind: GrantKind; ids: readonly string[] } | undefined
}

const shownNames = 3
const summarize = (names: readonly string[]) =>
  names.length > shownNames ? t('{names} 等', { names: listText(names.slice(0, shownNames)) }) : listText(names)
const toFix = (kind: GrantKind, ids: readonly string[]) =>
  ids.length > 0 ? { kind, ids: [...new Set(ids)] } : undefined

const barePages = (branches: readonly Branch[], ticks: GrantTicks): GrantWarning[] => {
  const pages = branches.filter((branch) => isBarePage(ticks, branch))
  const lines = pages.map(({ name, needed }) => {
    const first = needed.find(isUnlocked) ?? needed[0]
    const values = { name, needed: first?.name }
    const text =
      needed.length > 1
        ? t('“{name}”已授予，但缺少权限点“{needed}”等 {count} 个权限点之一', { ...values, count: needed.length })
        : t('“{name}”已授予，但缺少权限点“{needed}”', values)
    return { first, text }
  })
  const [page, line] = [pages[0], lines[0]]
  if (!page || !line) return []
  const missing = lines.flatMap(({ first }) => (first && isUnlocked(first) ? [first.id] : []))
  const names = summarize(pages.map(({ name }) => name))
  const text =
    pages.length === 1
      ? line.text
      : t('{count} 个菜单已授予，但缺少所需权限点：{names}', { count: pages.length, names })
  return [
    {
      text: missing.length === 0 ? t('{text}（您不能授予）', { text }) : text,
      detail: lines.map((each) => each.text).join('\n'),
      target: page.key,
      fix: toFix('elems', missing),
    },
  ]
}

/** Elements granted without any of their menus, as far as unsaved changes made them so. */
const strayElements = (branches: readonly Branch[], ticks: GrantTicks): GrantWarning[] => {
  const ownersOf = Map.groupBy(
    branches.flatMap((branch) => branch.elements.map((element) => ({ branch, element }))),
    ({ element }) => element.id,
  )
  const isTouched = (places: readonly { branch: Branch; element: PlacedElement }[]) =>
    places.some(
      ({ branch, element }) => ticks.elems.changes.has(element.id) || ticks.menus.changes.has(branch.menu?.id ?? ''),
    )
  const strays = [...ownersOf.values()].flatMap((places) => {
    const [place] = places
    if (!place?.branch.menu || !isTouched(places) || !isGranted(ticks, 'elems', place.element)) return []
    const hasMenu = places.some(({ branch: { menu } }) => menu && isGranted(ticks, 'menus', menu))
    return hasMenu ? [] : [place]
  })
  const [first] = strays
  if (!first) return []
  const menus = strays.flatMap(({ branch }) => {
    if (!branch.menu || !isUnlocked(branch.menu)) return []
    const line = [branch, ...ancestorsOf(branches, branch)]
    return line.flatMap(({ menu }) => (menu && isUnlocked(menu) ? [menu.id] : []))
  })
  const names = summarize(strays.map(({ element }) => element.name))
  return [
    {
      text:
        strays.length === 1
          ? t('“{name}”已授予，但所属菜单“{name2}”未授予', { name: first.element.name, name2: first.branch.name })
          : t('{count} 个权限点已授予，但所属菜单未授予：{names}', { count: strays.length, names }),
      detail: strays.map(({ branch, element }) => labelledText(branch.name, element.name)).join('\n'),
      target: keyOfElement(first.branch.key, first.element.id),
      fix: toFix('menus', menus),
    },
  ]
}
const ancestorsOf = (branches: readonly Branch[], { parent }: Branch): Branch[] => {
  const above = branches.find(({ key }) => key === parent)
  return above ? [above, ...ancestorsOf(branches, above)] : []
}

/** Grants of no use: pages without the elements they need, and elements without their menu. */
export const findWarnings = (tree: readonly Branch[], ticks: GrantTicks): GrantWarning[] => {
  const branches = tree.flatMap(withBranches)
  return [...barePages(branches, ticks), ...strayElements(branches, ticks)]
}

/** Names of elements of high risk that are about to be granted. */
export const findNewRisks = (tree: readonly Branch[], { elems }: GrantTicks): string[] => [
  ...new Map(
    tree.flatMap(({ allElements }) =>
      allElements.flatMap(({ id, risk, name }) =>
        risk === 'high' && elems.changes.get(id) ? [[id, name] as const] : [],
      ),
    ),
  ).values(),
]
