import { create } from 'zustand'
import { readStored, writeStored } from '../../kernel/page/storage.ts'
import { paths } from '../paths.ts'

/** A visited page with its last query string, and its title if it has found one for itself. */
export type Tag = { readonly path: string; readonly search: string; readonly title?: string | undefined }

const name = 'atrium.tags'
/** The workbench is always first and cannot be closed. */
const dashboardTag: Tag = { path: paths.dashboard, search: '' }

type Tags = { owner: string; tags: readonly Tag[]; fixed: ReadonlySet<string> }
export const useTags = create<Tags>(() => ({ owner: '', tags: [dashboardTag], fixed: new Set([dashboardTag.path]) }))

/** Whether a tag is permanent and cannot be closed. */
export const isFixedTag = (path: string): boolean => useTags.getState().fixed.has(path)

const isTag = (value: unknown): value is Tag =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  'search' in value &&
  typeof value.path === 'string' &&
  typeof value.search === 'string' &&
  (!('title' in value) || typeof value.title === 'string')

const storedTags = (owner: string): Tag[] => {
  try {
    const stored: unknown = JSON.parse(readStored('session', name) ?? '')
    if (typeof stored !== 'object' || stored === null || !('owner' in stored) || stored.owner !== owner) return []
    return 'tags' in stored && Array.isArray(stored.tags) ? stored.tags.filter(isTag) : []
  } catch {
    return []
  }
}
const setTags = (tags: readonly Tag[]) => {
  const { owner } = useTags.getState()
  useTags.setState({ tags })
  writeStored('session', name, JSON.stringify({ owner, tags }))
}

type Granted = ReadonlyMap<string, { affix: boolean }>

/**
 * Restores this user's tags after a reload, limited to granted pages: the workbench first, then fixed ones, then the
 * others.
 */
export const restoreTags = (owner: string, pages: Granted): void => {
  const state = useTags.getState()
  const former = state.owner === owner ? state.tags : storedTags(owner)
  const known = new Map(former.map((tag) => [tag.path, tag]))
  const fixed = new Set([dashboardTag.path, ...[...pages].flatMap(([path, { affix }]) => (affix ? path : []))])
  const others = former.filter(({ path }) => pages.has(path) && !fixed.has(path))
  const tags = [...[...fixed].map((path) => known.get(path) ?? { path, search: '' }), ...others]
  useTags.setState({ owner, tags, fixed })
}

/** Adds a tag for a visited page, or updates its query string and title. */
export const openTag = (tag: Tag): void => {
  const { tags } = useTags.getState()
  const known = tags.find(({ path }) => path === tag.path)
  const title = tag.title ?? known?.title
  if (known?.search === tag.search && known.title === title) return
  setTags(known ? tags.map((each) => (each === known ? { ...tag, title } : each)) : [...tags, tag])
}

/** Moves a tag to another's position; fixed ones stay first. */
export const moveTag = (path: string, to: string): void => {
  const { tags, fixed } = useTags.getState()
  const [from, target] = [tags.findIndex((tag) => tag.path === path), tags.findIndex((tag) => tag.path === to)]
  const moved = tags[from]
  if (!moved || from < fixed.size || target < fixed.size || from === target) return
  setTags(tags.toSpliced(from, 1).toSpliced(target, 0, moved))
}

/** Closes all tags except the retained and the fixed ones. */
export const retainTags = (kept: (path: string) => boolean): void =>
  setTags(useTags.getState().tags.filter(({ path }) => isFixedTag(path) || kept(path)))

/** The tag to show after one closes: its right neighbour, else its left one. */
export const findNeighbour = (path: string): Tag => {
  const { tags } = useTags.getState()
  const at = tags.findIndex((tag) => tag.path === path)
  return tags[at + 1] ?? tags[at - 1] ?? dashboardTag
}

/** Clears the stored tags, so that the next user starts with the workbench. */
export const clearStoredTags = (): void => writeStored('session', name, undefined)
