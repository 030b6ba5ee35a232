import {
  frameOrigin,
  type MenuKind,
  ownPath,
  pathSegment,
} from '@atrium/contract/features/access/menus/menu-metadata.ts'
import type { MenuNode } from '@atrium/contract/features/access/menus/menu-node.ts'
import { isExternalUrl } from '@atrium/contract/kernel/fields.ts'
import * as z from 'zod/mini'
import { t } from '../ui/texts.ts'
import { paths } from './paths.ts'

/** A sidebar entry with parsed metadata. */
export type MenuEntry = {
  readonly id: string
  readonly title: string
  readonly kind: MenuKind
  readonly icon: string
  readonly path: string
  readonly component: string
  readonly redirect: string
  readonly hidden: boolean
  /** Target: its page with the metadata's parameters, or an external address. */
  readonly to: string
  /** How an external address opens; undefined for pages of the console. */
  readonly openMode: 'tab' | 'self' | undefined
  readonly keepAlive: boolean
  readonly affix: boolean
  /** Path of the entry to mark instead of this one. */
  readonly activeMenu: string
  readonly badge: string
  /** English name, for the search. */
  readonly english: string
  readonly children: readonly MenuEntry[]
}
/** A crumb without a path is not a link. */
export type Crumb = { readonly title: string; readonly path?: string }
/** An address of the console and the page it shows. */
export type PageEntry = {
  readonly path: string
  readonly title: string
  readonly component: string
  readonly crumbs: readonly Crumb[]
  /** Ids of the sidebar entries from the root to this page. */
  readonly menuIds: readonly string[]
  /** false: the page is dropped when left. */
  readonly keepAlive: boolean
  /** Its tag is permanent and cannot be closed. */
  readonly affix: boolean
}

const textOrEmpty = z.catch(z.string(), '')
const metadataShape = z.object({
  icon: textOrEmpty,
  path: textOrEmpty,
  component: textOrEmpty,
  redirect: textOrEmpty,
  hidden: z.catch(z.boolean(), false),
  keepAlive: z.catch(z.boolean(), true),
  affix: z.catch(z.boolean(), false),
  activeMenu: textOrEmpty,
  external: textOrEmpty,
  openMode: z.catch(z.enum(['tab', 'self']), 'tab'),
  query: z.catch(z.record(z.string(), z.string()), {}),
  badge: textOrEmpty,
  i18n: z.catch(z.object({ en: textOrEmpty }), { en: '' }),
})
type Metadata = z.output<typeof metadataShape>

const readMetadata = (text: string): Metadata => {
  try {
    return metadataShape.parse(JSON.parse(text))
  } catch {
    return metadataShape.parse({})
  }
}

/** Only this menu is hidden regardless of its metadata. */
const isMyApplications = (name: string, path: string) =>
  [t('我的应用'), 'my applications'].includes(name.toLowerCase()) || path === 'frontUserApplication'

const framePrefix = ':frame '
/** Returns the external address encoded in a frame component's name. The prefix cannot occur in file or menu names. */
export const framedAddress = (component: string): string | undefined =>
  component.startsWith(framePrefix) ? component.slice(framePrefix.length) : undefined
const pickComponent = ({ kind }: MenuNode, { component, external }: Metadata) => {
  if (kind === 'iframe') return frameOrigin(external) === undefined ? '' : framePrefix + external
  return pathSegment.test(component) ? component : ''
}

/** Converts granted menus to sidebar entries. Leaves out invalid ones. */
export const readMenus = (nodes: readonly MenuNode[], ancestors: readonly string[] = []): MenuEntry[] =>
  nodes.flatMap((node) => {
    const metadata = readMetadata(node.metadata)
    const own = ownPath(metadata.path)
    const isLink = node.kind === 'link'
    const isGroupWithoutPath = node.kind === 'dir' && own === ''
    if (isLink ? !isExternalUrl(metadata.external) : !isGroupWithoutPath && !pathSegment.test(own)) return []
    const segments = own === '' ? ancestors : [...ancestors, own]
    const path = paths.menu(segments)
    const query = new URLSearchParams(metadata.query).toString()
    const { icon, redirect, keepAlive, affix, activeMenu, badge, external, openMode, i18n } = metadata
    return {
      id: node.id,
      title: node.name,
      kind: node.kind,
      icon,
      redirect,
      keepAlive,
      affix,
      activeMenu,
      badge,
      english: i18n.en,
      path: isLink ? '' : path,
      to: isLink ? external : query === '' ? path : `${path}?${query}`,
      openMode: isLink ? openMode : undefined,
      component: pickComponent(node, metadata),
      hidden: metadata.hidden || isMyApplications(node.name, own),
      children: readMenus(node.children, segments),
    }
  })

/** Entries shown in the sidebar. A page with only hidden children is an entry; such a directory is not. */
export const visibleMenus = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries
    .filter(({ hidden }) => !hidden)
    .map((entry) => ({ ...entry, children: visibleMenus(entry.children) }))
    .filter(({ kind, children }) => kind !== 'dir' || children.length > 0)

/** Entries that open a page, in sidebar order. Expects visible menus. */
export const listLeaves = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => (entry.children.length > 0 ? listLeaves(entry.children) : entry))

/** The entries and all below them. */
export const withDescendants = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...withDescendants(entry.children)])

/** Finds an entry by menu id. */
export const findEntry = (entries: readonly MenuEntry[], id: string): MenuEntry | undefined =>
  withDescendants(entries).find((entry) => entry.id === id)

/** Finds pages by their title or that of a parent group. */
export const findMenus = (entries: readonly MenuEntry[], search: string): MenuEntry[] => {
  const words = search.trim().toLowerCase()
  return entries.flatMap((entry) => {
    const isMatch = [entry.title, entry.english].some((name) => name.toLowerCase().includes(words))
    if (entry.children.length > 0) return isMatch ? listLeaves(entry.children) : findMenus(entry.children, search)
    return isMatch ? entry : []
  })
}

const isGroup = ({ children }: MenuEntry) => children.some(({ hidden }) => !hidden)

const listPages = (
  entries: readonly MenuEntry[],
  crumbs: readonly Crumb[],
  ancestorIds: readonly string[],
): PageEntry[] =>
  entries.flatMap((entry) => {
    if (entry.openMode) return []
    const here = [...ancestorIds, entry.id]
    const isLink = entry.redirect !== 'noRedirect'
    const crumb = isLink ? { title: entry.title, path: entry.path } : { title: entry.title }
    const below = listPages(entry.children, [...crumbs, crumb], here)
    if (isGroup(entry) || entry.kind === 'dir') return below
    const { path, title, component, keepAlive, affix } = entry
    return [{ path, title, component, crumbs: [...crumbs, { title }], menuIds: here, keepAlive, affix }, ...below]
  })
const menuIdsTo = (entries: readonly MenuEntry[], path: string): string[] => {
  for (const entry of entries) {
    if (entry.path === path) return [entry.id]
    const below = menuIdsTo(entry.children, path)
    if (below.length > 0) return [entry.id, ...below]
  }
  return []
}

/** All pages of the menus. A group has no page of its own: see `groupTarget`. */
export const readPages = (entries: readonly MenuEntry[]): PageEntry[] =>
  listPages(entries, [], []).map((page) => {
    const marked = findByPath(entries, page.path)?.activeMenu
    const menuIds = marked ? menuIdsTo(entries, marked) : []
    return menuIds.length > 0 ? { ...page, menuIds } : page
  })

const findByPath = (entries: readonly MenuEntry[], path: string): MenuEntry | undefined => {
  for (const entry of entries) {
    const found = entry.path === path ? entry : findByPath(entry.children, path)
    if (found) return found
  }
  return undefined
}
const firstPage = (entry: MenuEntry): MenuEntry | undefined => {
  if (entry.openMode) return undefined
  if (!isGroup(entry)) return entry
  for (const child of entry.children.filter(({ hidden }) => !hidden)) {
    const found = firstPage(child)
    if (found) return found
  }
  return undefined
}

/** Target of a group's address: its redirect, else its first page. */
export const groupTarget = (entries: readonly MenuEntry[], path: string): string | undefined => {
  const group = findByPath(entries, path)
  if (!group || !isGroup(group)) return undefined
  return group.redirect.startsWith('/') && group.redirect !== path ? group.redirect : firstPage(group)?.path
}
