import type { MenuNode } from '@atrium/contract/features/session/session.contract.ts'
import * as z from 'zod/mini'
import { paths } from './paths.ts'

/** A sidebar entry, its metadata read. */
export type MenuEntry = {
  readonly id: string
  readonly title: string
  readonly icon: string
  readonly path: string
  readonly component: string
  readonly redirect: string
  readonly hidden: boolean
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
}

const word = z.catch(z.string(), '')
const metadataShape = z.object({
  icon: word,
  path: word,
  component: word,
  redirect: word,
  hidden: z.catch(z.boolean(), false),
})
type Metadata = z.output<typeof metadataShape>

const readMetadata = (text: string): Metadata => {
  try {
    return metadataShape.parse(JSON.parse(text))
  } catch {
    return metadataShape.parse({})
  }
}

/** What a menu's own path may hold (threat T25). */
const segment = /^[A-Za-z0-9/_-]{1,128}$/
/** Spec §2: only this menu is treated as hidden, whatever its metadata says. */
const isMyApplications = (name: string, path: string) =>
  ['我的应用', 'my applications'].includes(name.toLowerCase()) || path === 'frontUserApplication'

/** The granted menus as the sidebar shows them. A menu whose path nobody could open is left out. */
export const readMenus = (nodes: readonly MenuNode[], above: readonly string[] = []): MenuEntry[] =>
  nodes.flatMap((node) => {
    const metadata = readMetadata(node.metadata)
    const own = metadata.path.replace(/^\/+|\/+$/g, '')
    if (!segment.test(own)) return []
    const segments = [...above, own]
    return {
      id: node.id,
      title: node.name,
      icon: metadata.icon,
      path: paths.menu(segments),
      component: metadata.component,
      redirect: metadata.redirect,
      hidden: metadata.hidden || isMyApplications(node.name, own),
      children: readMenus(node.children, segments),
    }
  })

/** The entries the sidebar shows; a group whose children are all hidden is an entry of its own. */
export const visibleMenus = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.filter(({ hidden }) => !hidden).map((entry) => ({ ...entry, children: visibleMenus(entry.children) }))

/** The entries that open a page, in the order of the sidebar. In: visible menus. */
export const leavesOf = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => (entry.children.length > 0 ? leavesOf(entry.children) : entry))

/** The pages whose title, or the title of a group above them, holds the words looked for. */
export const findMenus = (entries: readonly MenuEntry[], wanted: string): MenuEntry[] => {
  const words = wanted.trim().toLowerCase()
  return entries.flatMap((entry) => {
    const isMeant = entry.title.toLowerCase().includes(words)
    if (entry.children.length > 0) return isMeant ? leavesOf(entry.children) : findMenus(entry.children, wanted)
    return isMeant ? entry : []
  })
}

const isGroup = ({ children }: MenuEntry) => children.some(({ hidden }) => !hidden)

/** Every page the menus lead to. A group has no page of its own: see `groupTarget`. */
export const readPages = (
  entries: readonly MenuEntry[],
  crumbs: readonly Crumb[] = [],
  trail: readonly string[] = [],
): PageEntry[] =>
  entries.flatMap((entry) => {
    const here = [...trail, entry.id]
    const isLink = entry.redirect !== 'noRedirect'
    const crumb = isLink ? { title: entry.title, path: entry.path } : { title: entry.title }
    const below = readPages(entry.children, [...crumbs, crumb], here)
    if (isGroup(entry)) return below
    const { path, title, component } = entry
    return [{ path, title, component, crumbs: [...crumbs, { title }], trail: here }, ...below]
  })

const find = (entries: readonly MenuEntry[], path: string): MenuEntry | undefined => {
  for (const entry of entries) {
    const found = entry.path === path ? entry : find(entry.children, path)
    if (found) return found
  }
  return undefined
}
const firstPage = (entry: MenuEntry): MenuEntry | undefined => {
  if (!isGroup(entry)) return entry
  const next = entry.children.find(({ hidden }) => !hidden)
  return next && firstPage(next)
}

/** Where the address of a group leads: where its metadata says, else to its first page. */
export const groupTarget = (entries: readonly MenuEntry[], path: string): string | undefined => {
  const group = find(entries, path)
  if (!group || !isGroup(group)) return undefined
  return group.redirect.startsWith('/') && group.redirect !== path ? group.redirect : firstPage(group)?.path
}
