import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { fitColumns, numbersKey } from './fit-columns.ts'
import type { TableColumn } from './table-column.ts'

type Room = {
  /** Width of the columns that never give way, in pixels. */
  fixedWidth: number
  numbersWidth: number
  /** Receives the keys of the columns without room. */
  onLeft: ((keys: readonly string[]) => void) | undefined
}

/**
 * The columns that fit beside the fixed ones, so that the actions never cover one, each as wide as it is drawn; and
 * whether the serial numbers fit beside them.
 */
export const useFittingColumns = <Row>(
  box: RefObject<HTMLElement | null>,
  columns: readonly TableColumn<Row>[],
  { fixedWidth, numbersWidth, onLeft }: Room,
) => {
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
  const { keys, left } = fitColumns(columns, numbersWidth, available - fixedWidth)
  const fitting = columns.filter(({ key }) => keys.has(key))
  const growing = fitting.filter(({ grows }) => grows).length
  const share = Number.isFinite(left) && growing > 0 ? Math.floor(left / growing) : 0

  const leftKeys = columns.flatMap(({ key }) => (keys.has(key) ? [] : key)).join()
  const tell = useEffectEvent((found: string) => onLeft?.(found === '' ? [] : found.split(',')))
  useEffect(() => tell(leftKeys), [leftKeys])
  // Cards show all columns.
  useEffect(() => () => tell(''), [])
  return {
    columns: fitting.map((column) => (column.grows ? { ...column, width: column.width + share } : column)),
    hasNumbers: keys.has(numbersKey),
  }
}
