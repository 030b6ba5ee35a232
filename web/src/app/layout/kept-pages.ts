import { create } from 'zustand'
import type { PageEntry } from '../menu-tree.ts'

/** A page kept alive while its tag is open. A new `instance` replaces the page. */
export type KeptPage = {
  readonly entry: PageEntry
  readonly search: string
  readonly instance: number
  readonly shownAt: number
}

const maxPages = 10
let clock = 0

export const useKeptPages = create<{ pages: readonly KeptPage[] }>(() => ({ pages: [] }))

/** Keeps the order: moving a page in the document would reset its scroll position. */
const withoutOldest = (pages: readonly KeptPage[]): readonly KeptPage[] => {
  if (pages.length <= maxPages) return pages
  const oldest = Math.min(...pages.map(({ shownAt }) => shownAt))
  return pages.filter(({ shownAt }) => shownAt !== oldest)
}

/**
 * Shows a page and keeps its state unless its menu disables that; beyond ten pages, the least recently shown one is
 * dropped.
 */
export const showPage = (entry: PageEntry, search: string): void => {
  clock += 1
  const pages = useKeptPages.getState().pages.filter((page) => page.entry.keepAlive || page.entry.path === entry.path)
  const known = pages.find((page) => page.entry.path === entry.path)
  const shown = { entry, search, instance: known?.instance ?? clock, shownAt: clock }
  useKeptPages.setState({
    pages: withoutOldest(known ? pages.map((page) => (page === known ? shown : page)) : [...pages, shown]),
  })
}

/** Drops all other pages with their forms, scroll positions and selections. */
export const retainPages = (kept: (path: string) => boolean): void =>
  useKeptPages.setState(({ pages }) => ({ pages: pages.filter(({ entry }) => kept(entry.path)) }))

/** Drops kept pages that are no longer granted or now have another component. */
export const syncPages = (granted: ReadonlyMap<string, PageEntry>): void =>
  useKeptPages.setState(({ pages }) => ({
    pages: pages.flatMap((page) => {
      const entry = granted.get(page.entry.path)
      return entry?.component === page.entry.component ? { ...page, entry } : []
    }),
  }))
