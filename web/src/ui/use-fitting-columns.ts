import { type RefObject, useLayoutEffect, useState } from 'react'
import type { TableColumn } from './table-column.ts'

const leastColumns = 2

/**
 * The columns that fit beside the fixed ones, so that the actions never cover one: the last ones give way first. In:
 * the table's box, and the width of its fixed columns in pixels.
 */
export const useFittingColumns = <Row>(
  box: RefObject<HTMLElement | null>,
  columns: readonly TableColumn<Row>[],
  fixedWidth: number,
): readonly TableColumn<Row>[] => {
  const [available, setAvailable] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      // A page that is kept but not shown has no width.
      if (element.clientWidth > 0) setAvailable(element.clientWidth)
    }
    measure()
    const resizes = new ResizeObserver(measure)
    resizes.observe(element)
    return () => resizes.disconnect()
  }, [box])
  let needed = fixedWidth
  for (const { width, stays } of columns) if (stays) needed += width
  return columns.filter(({ width, stays }, at) => {
    if (stays) return true
    needed += width
    return at < leastColumns || needed <= available
  })
}
