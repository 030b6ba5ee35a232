import { useEffect, useRef, useState } from 'react'

/**
 * Puts the focus where work goes on once a row has gone: on the row that took its place, the last one, or the search.
 * In: the ids of the rows, in order. Out: the ref of what surrounds search and rows, and how to say which row is going.
 */
export const useFocusNext = (rowIds: readonly string[]) => {
  const frame = useRef<HTMLDivElement>(null)
  const [gone, setGone] = useState<{ id: string; at: number }>()
  useEffect(() => {
    if (gone === undefined || rowIds.includes(gone.id)) return
    const controls = frame.current?.querySelectorAll<HTMLElement>('li :is(button, input)') ?? []
    const next = controls[Math.min(gone.at, controls.length - 1)] ?? frame.current?.querySelector('input')
    next?.focus()
    setGone(undefined)
  }, [gone, rowIds])
  const going = (id: string) => setGone({ id, at: rowIds.indexOf(id) })
  return [frame, going] as const
}
