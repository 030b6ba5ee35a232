import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Filter } from './filters.tsx'

/** Widths of a toolbar, in pixels, from which its tools, one filter, and two filters may fit into its only row. */
const widths = [600, 760, 940] as const
/** Least width of the search box: with less, the toolbar shows less. */
const leastSearch = 170

const isRange = ({ kind }: Filter) => kind === 'dateTimeRange'

/**
 * Divides the filters into those shown in the toolbar and those behind 筛选: the first two that are no ranges are shown
 * where there is room. `isNarrow`: there is no room for the tools either.
 */
export const useBarFilters = (bar: RefObject<HTMLElement | null>, filters: readonly Filter[]) => {
  const [{ room, width }, setRoom] = useState<{ room: number; width: number }>({ room: widths.length, width: 0 })
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const measure = () =>
      setRoom({ room: widths.filter((each) => element.clientWidth >= each).length, width: element.clientWidth })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [bar])
  useLayoutEffect(() => {
    const search = bar.current?.firstElementChild
    if (room > 0 && search && search.clientWidth > 0 && search.clientWidth < leastSearch)
      setRoom({ room: room - 1, width })
  }, [bar, room, width])
  const shown = filters.filter((filter) => !isRange(filter)).slice(0, Math.max(0, room - 1))
  return { shown, folded: filters.filter((filter) => !shown.includes(filter)), isNarrow: room === 0 }
}
