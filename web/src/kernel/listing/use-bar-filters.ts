import { type RefObject, useLayoutEffect, useState } from 'react'
import { type Filter, isRange } from './filters.tsx'

/** Widths of a toolbar, in pixels, from which its tools, one filter, and two filters may fit into its only row. */
const widths = [520, 700, 860] as const
/** Where the window is wide, search inputs have their whole width. */
const wideWindow = '(min-width: 1440px)'
/** Least width of the search box: with less, the toolbar shows less. */
const leastSearch = () => (matchMedia(wideWindow).matches ? 260 : 170)

/** Whether a filter is a chip in the toolbar. */
export const isQuick = (filter: Filter) => 'quick' in filter && filter.quick === true

/** What fits into a toolbar of a width. */
type Fit = { readonly room: number; readonly width: number }

/** Less, if the search box has got too narrow. */
const withSearch = (former: Fit, { clientWidth }: Element): Fit =>
  former.room > 0 && clientWidth > 0 && clientWidth < leastSearch() ? { ...former, room: former.room - 1 } : former

/** As much as may fit into a toolbar of another width. */
const fit = (former: Fit, { clientWidth }: Element, search: Element): Fit =>
  clientWidth === former.width
    ? withSearch(former, search)
    : { room: widths.filter((each) => clientWidth >= each).length, width: clientWidth }

/**
 * Divides the filters into those shown in the toolbar and those behind 筛选: the first two that are no ranges, or those
 * that are quick, are shown where there is room. `isNarrow`: there is no room for the tools either.
 */
export const useBarFilters = (bar: RefObject<HTMLElement | null>, filters: readonly Filter[]) => {
  const [now, setFit] = useState<Fit>({ room: widths.length, width: 0 })
  useLayoutEffect(() => {
    const element = bar.current
    const search = element?.firstElementChild
    if (!element || !search) return
    const observer = new ResizeObserver(() => setFit((former) => fit(former, element, search)))
    observer.observe(element)
    // Tools that arrive late take its room.
    observer.observe(search)
    return () => observer.disconnect()
  }, [bar])
  useLayoutEffect(() => {
    const search = bar.current?.firstElementChild
    if (search) setFit(withSearch(now, search))
  }, [bar, now])
  const { room } = now
  const quick = filters.filter((filter) => isQuick(filter))
  const mayStand = quick.length > 0 ? quick : filters.filter((filter) => !isRange(filter))
  const shown = mayStand.slice(0, Math.max(0, room - 1))
  return { shown, folded: filters.filter((filter) => !shown.includes(filter)), isNarrow: room === 0 }
}
