import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows kept outside the visible part, so that fast scrolling shows no gap. */
const spare = 10

type RowWindow = {
  /** The first row to draw, and the one after the last. */
  from: number
  to: number
  /** Height of the rows that are not drawn, in pixels. */
  above: number
  below: number
}

/**
 * Which of many equally high rows are worth drawing in a scrolling box; all of them unless `active`.
 * @param box - the scrolling box; its `tbody` holds the drawn rows
 */
export const useRowWindow = (box: RefObject<HTMLElement | null>, count: number, active: boolean): RowWindow => {
  const [{ first, visible, height }, set] = useState({ first: 0, visible: 20, height: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (!active || !element) return
    const measure = () => {
      const row = element.querySelector('tbody > tr[data-row]')?.getBoundingClientRect().height || 1
      const next = {
        first: Math.floor(element.scrollTop / row),
        visible: Math.ceil(element.clientHeight / row),
        height: row,
      }
      set((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next))
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    return () => element.removeEventListener('scroll', measure)
  }, [box, active])
  if (!active) return { from: 0, to: count, above: 0, below: 0 }
  const from = Math.max(0, Math.min(first, count - visible) - spare)
  const to = Math.min(count, from + visible + 2 * spare)
  return { from, to, above: from * height, below: (count - to) * height }
}
