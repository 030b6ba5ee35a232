import { create } from 'zustand'
import type { PageEntry } from '../menu-tree.ts'

/** A page that stays alive while its tag is open. A new `life` is a new page in the same place. */
export type KeptPage = {
  readonly entry: PageEntry
  readonly search: string
  readonly life: number
  readonly shownAt: number
}

const most = 10
let clock = 0

export const useKeptPages = create<{ pages: readonly KeptPage[] }>(() => ({ pages: [] }))

/** The pages stay in the order they came: moving one in the document would reset its scroll position. */
const withoutOldest = (pages: readonly KeptPage[]): readonly KeptPage[] => {
  if (pages.length <= most) return pages
  const oldest = Math.min(...pages.map(({ shownAt }) => shownAt))
  return pages.filter(({ shownAt }) => shownAt !== oldest)
}

/** Shows a page, keeping what was on it unless its menu says otherwise; the one shown longest ago gives way when there are more than ten. */
export const showPage = (entry: PageEntry, search: string): void => {
  clock += 1
  const pages = useKeptPages.getState().pages.filter((page) => page.entry.keepAlive || page.entry.path === entry.path)
  const known = pages.find((page) => page.entry.path === entry.path)
  const shown = { entry, search, life: known?.life ?? clock, shownAt: clock }
  useKeptPages.setState({
    pages: withoutOldest(known ? pages.map((page) => (page === known ? shown : page)) : [...pages, shown]),
  })
}

/** Lets go of every page that is not kept: its form, its scroll position, its selection. */
export const keepPages = (kept: (path: string) => boolean): void =>
  useKeptPages.setState(({ pages }) => ({ pages: pages.filter(({ entry }) => kept(entry.path)) }))

/** Holds the kept pages to what the menus say now: one that is another page, or none, is let go. */
export const renewPages = (granted: ReadonlyMap<string, PageEntry>): void =>
  useKeptPages.setState(({ pages }) => ({
    pages: pages.flatMap((page) => {
      const entry = granted.get(page.entry.path)
      return entry?.component === page.entry.component ? { ...page, entry } : []
    }),
  }))
