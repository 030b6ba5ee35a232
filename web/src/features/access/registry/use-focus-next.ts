import { useEffect, useRef, useState } from 'react'

/**
 * Moves the focus after a row is removed: to the row in its place, the last row, or the search.
 * @param rowIds the row ids in order
 * @returns a ref for the element around search and rows, and a function that announces a removal
 */
export const useFocusNext = (rowIds: readonly string[]) => {
  const frame = useRef<HTMLDivElement>(null)
  const [removed, setRemoved] = useState<{ id: string; at: number }>()
  useEffect(() => {
    if (removed === undefined || rowIds.includes(removed.id)) return
    const controls = frame.current?.querySelectorAll<HTMLElement>('li :is(button, input)') ?? []
    const next = controls[Math.min(removed.at, controls.length - 1)] ?? frame.current?.querySelector('input')
    next?.focus()
    setRemoved(undefined)
  }, [removed, rowIds])
  const markRemoving = (id: string) => setRemoved({ id, at: rowIds.indexOf(id) })
  return [frame, markRemoving] as const
}
