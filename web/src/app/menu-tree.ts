import { frameOrigin, type MenuKind, ownPath, pathSegment } from '@atrium/contract/features/menus/menu-metadata.ts'
import type { MenuNode } from '@atrium/contract/features/session/session.contract.ts'
import { isExternalUrl } from '@atrium/contract/kernel/fields.ts'
import * as z from 'zod/mini'
import { paths } from './paths.ts'

/** A sidebar entry, its metadata read. */
export type MenuEntry = {
  readonly id: string
  readonly title: string
  readonly kind: MenuKind
  readonly icon: string
  readonly path: string
  readonly component: string
  readonly redirect: string
  readonly hidden: boolean
  /** Where the entry leads: its own page, with the parameters its metadata adds, or a foreign address. */
  readonly to: string
  /** Where a foreign address opens; undefined for what opens inside the console. */
  readonly opens: 'tab' | 'self' | undefined
  readonly keepAlive: boolean
  readonly affix: boolean
  /** The address of the entry that is marked in place of this one. */
  readonly activeMenu: string
  readonly badge: string
  /** Its name in English, for the search. */
  readonly english: string
  readonly children: readonly MenuEntry[]
}
/** A crumb without a path is not a link. */
export type Crumb = { readonly title: string; readonly path?: string }
/** An address of the console that shows a page. */
export type PageEntry = {
  readonly path: string
  readonly title: string
  readonly component: string
  readonly crumbs: readonly Crumb[]
  /** The sidebar entries above and at this page. */
  readonly trail: readonly string[]
  /** false: leaving the page ends it, and coming back begins anew. */
  readonly keepAlive: boolean
  /** Its tag is there from the start and cannot be closed. */
  readonly affix: boolean
}

const word = z.catch(z.string(), '')
const metadataShape = z.object({
  icon: word,
  path: word,
  component: word,
  redirect: word,
  hidden: z.catch(z.boolean(), false),
  keepAlive: z.catch(z.boolean(), true),
  affix: z.catch(z.boolean(), false),
  activeMenu: word,
  external: word,
  openMode: z.catch(z.enum(['tab', 'self']), 'tab'),
  query: z.catch(z.record(z.string(), z.string()), {}),
  badge: word,
  i18n: z.catch(z.object({ en: word }), { en: '' }),
})
type Metadata = z.output<typeof metadataShape>

const readMetadata = (text: string): Metadata => {
  try {
    return metadataShape.parse(JSON.parse(text))
  } catch {
    return metadataShape.parse({})
  }
}

/** Spec §2: only this menu is treated as hidden, whatever its metadata says. */
const isMyApplications = (name: string, path: string) =>
  ['我的应用', 'my applications'].includes(name.toLowerCase()) || path === 'frontUserApplication'

const framePrefix = ':frame '
/** The component of a page that shows a foreign one, and back. No file and no menu can be called so. */
export const framedAddress = (component: string): string | undefined =>
  component.startsWith(framePrefix) ? component.slice(framePrefix.length) : undefined
const componentOf = ({ kind }: MenuNode, { component, external }: Metadata) => {
  if (kind === 'iframe') return frameOrigin(external) === undefined ? '' : framePrefix + external
  return pathSegment.test(component) ? component : ''
}

/** The granted menus as the sidebar shows them. A menu that nobody could open is left out. */
export const readMenus = (nodes: readonly MenuNode[], above: readonly string[] = []): MenuEntry[] =>
  nodes.flatMap((node) => {
    const metadata = readMetadata(node.metadata)
    const own = ownPath(metadata.path)
    const isLink = node.kind === 'link'
    if (isLink ? !isExternalUrl(metadata.external) : !pathSegment.test(own)) return []
    const segments = own === '' ? above : [...above, own]
    const path = paths.menu(segments)
    const query = new URLSearchParams(metadata.query).toString()
    const { icon, redirect, keepAlive, affix, activeMenu, badge, external, openMode, i18n } = metadata
    return {
      id: node.id,
      title: node.name,
      kind: node.kind,
      ...{ icon, redirect, keepAlive, affix, activeMenu, badge, english: i18n.en },
      path: isLink ? '' : path,
      to: isLink ? external : query === '' ? path : `${path}?${query}`,
      opens: isLink ? openMode : undefined,
      component: componentOf(node, metadata),
      hidden: metadata.hidden || isMyApplications(node.name, own),
      children: readMenus(node.children, segments),
    }
  })

/** The entries the sidebar shows; a page whose children are all hidden is an entry, a directory like that is none. */
export const visibleMenus = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries
    .filter(({ hidden }) => !hidden)
    .map((entry) => ({ ...entry, children: visibleMenus(entry.children) }))
    .filter(({ kind, children }) => kind !== 'dir' || children.length > 0)

/** The entries that open a page, in the order of the sidebar. In: visible menus. */
export const leavesOf = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => (entry.children.length > 0 ? leavesOf(entry.children) : entry))

/** The entry of a menu, wherever it stands. */
export const findEntry = (entries: readonly MenuEntry[], id: string): MenuEntry | undefined => {
  for (const entry of entries) {
    const found = entry.id === id ? entry : findEntry(entry.children, id)
    if (found) return found
  }
  return undefined
}

/** The pages whose title, or the title of a group above them, holds the words looked for. */
export const findMenus = (entries: readonly MenuEntry[], wanted: string): MenuEntry[] => {
  const words = wanted.trim().toLowerCase()
  return entries.flatMap((entry) => {
    const isMeant = [entry.title, entry.english].some((name) => name.toLowerCase().includes(words))
    if (entry.children.length > 0) return isMeant ? leavesOf(entry.children) : findMenus(entry.children, wanted)
    return isMeant ? entry : []
  })
}

const isGroup = ({ children }: MenuEntry) => children.some(({ hidden }) => !hidden)

const pagesOf = (entries: readonly MenuEntry[], crumbs: readonly Crumb[], trail: readonly string[]): PageEntry[] =>
  entries.flatMap((entry) => {
    if (entry.opens) return []
    const here = [...trail, entry.id]
    const isLink = entry.redirect !== 'noRedirect'
    const crumb = isLink ? { title: entry.title, path: entry.path } : { title: entry.title }
    const below = pagesOf(entry.children, [...crumbs, crumb], here)
    if (isGroup(entry) || entry.kind === 'dir') return below
    const { path, title, component, keepAlive, affix } = entry
    return [{ path, title, component, crumbs: [...crumbs, { title }], trail: here, keepAlive, affix }, ...below]
  })
const trailTo = (entries: readonly MenuEntry[], path: string): string[] => {
  for (const entry of entries) {
    if (entry.path === path) return [entry.id]
    const below = trailTo(entry.children, path)
    if (below.length > 0) return [entry.id, ...below]
  }
  return []
}

/** Every page the menus lead to. A group has no page of its own: see `groupTarget`. */
export const readPages = (entries: readonly MenuEntry[]): PageEntry[] =>
  pagesOf(entries, [], []).map((page) => {
    const marked = find(entries, page.path)?.activeMenu
    const trail = marked ? trailTo(entries, marked) : []
    return trail.length > 0 ? { ...page, trail } : page
  })

const find = (entries: readonly MenuEntry[], path: string): MenuEntry | undefined => {
  for (const entry of entries) {
    const found = entry.path === path ? entry : find(entry.children, path)
    if (found) return found
  }
  return undefined
}
const firstPage = (entry: MenuEntry): MenuEntry | undefined => {
  if (entry.opens) return undefined
  if (!isGroup(entry)) return entry
  for (const child of entry.children.filter(({ hidden }) => !hidden)) {
    const found = firstPage(child)
    if (found) return found
  }
  return undefined
}

/** Where the address of a group leads: where its metadata says, else to its first page. */
export const groupTarget = (entries: readonly MenuEntry[], path: string): string | undefined => {
  const group = find(entries, path)
  if (!group || !isGroup(group)) return undefined
  return group.redirect.startsWith('/') && group.redirect !== path ? group.redirect : firstPage(group)?.path
}
