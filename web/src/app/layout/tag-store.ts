import { create } from 'zustand'
import { readStored, writeStored } from '../../kernel/page/storage.ts'
import { paths } from '../paths.ts'

/** A visited page. Its search is where the person left it. */
export type Tag = { readonly path: string; readonly search: string }

const name = 'atrium.tags'
/** The workbench is always first and cannot be closed (spec §2). */
const seed: Tag = { path: paths.dashboard, search: '' }

type Tags = { owner: string; tags: readonly Tag[]; fixed: ReadonlySet<string> }
export const useTags = create<Tags>(() => ({ owner: '', tags: [seed], fixed: new Set([seed.path]) }))

/** Whether a tag is there from the start and cannot be closed. */
export const isFixedTag = (path: string): boolean => useTags.getState().fixed.has(path)

const isTag = (value: unknown): value is Tag =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  'search' in value &&
  typeof value.path === 'string' &&
  typeof value.search === 'string'

const storedTags = (owner: string): Tag[] => {
  try {
    const stored: unknown = JSON.parse(readStored('session', name) ?? '')
    if (typeof stored !== 'object' || stored === null || !('owner' in stored) || stored.owner !== owner) return []
    return 'tags' in stored && Array.isArray(stored.tags) ? stored.tags.filter(isTag) : []
  } catch {
    return []
  }
}
const keep = (tags: readonly Tag[]) => {
  const { owner } = useTags.getState()
  useTags.setState({ tags })
  writeStored('session', name, JSON.stringify({ owner, tags }))
}

type Granted = ReadonlyMap<string, { affix: boolean }>

/**
 * Brings back the tags this person had before a reload, and holds them to the pages granted now: the workbench first,
 * then those that menus fix, then the others.
 */
export const restoreTags = (owner: string, pages: Granted): void => {
  const state = useTags.getState()
  const former = state.owner === owner ? state.tags : storedTags(owner)
  const known = new Map(former.map((tag) => [tag.path, tag]))
  const fixed = new Set([seed.path, ...[...pages].flatMap(([path, { affix }]) => (affix ? path : []))])
  const others = former.filter(({ path }) => pages.has(path) && !fixed.has(path))
  const tags = [...[...fixed].map((path) => known.get(path) ?? { path, search: '' }), ...others]
  useTags.setState({ owner, tags, fixed })
}

/** A page is visited: it has a tag from now on, and the tag remembers where on the page. */
export const visit = (tag: Tag): void => {
  const { tags } = useTags.getState()
  const known = tags.find(({ path }) => path === tag.path)
  if (known?.search === tag.search) return
  keep(known ? tags.map((each) => (each === known ? tag : each)) : [...tags, tag])
}

/** Puts a tag in another's place; the fixed ones stay first. */
export const moveTag = (path: string, to: string): void => {
  const { tags, fixed } = useTags.getState()
  const [from, target] = [tags.findIndex((tag) => tag.path === path), tags.findIndex((tag) => tag.path === to)]
  const moved = tags[from]
  if (!moved || from < fixed.size || target < fixed.size || from === target) return
  keep(tags.toSpliced(from, 1).toSpliced(target, 0, moved))
}

/** Closes every tag but those to keep and the fixed ones. */
export const keepTags = (kept: (path: string) => boolean): void =>
  keep(useTags.getState().tags.filter(({ path }) => isFixedTag(path) || kept(path)))

/** Which tag takes over when one closes: its right neighbour, else its left one. */
export const neighbourOf = (path: string): Tag => {
  const { tags } = useTags.getState()
  const at = tags.findIndex((tag) => tag.path === path)
  return tags[at + 1] ?? tags[at - 1] ?? seed
}

/** Forgets the tags: whoever signs in next begins with the workbench. */
export const dropTags = (): void => writeStored('session', name, undefined)
