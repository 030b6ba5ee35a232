import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { DrawingHandle } from '../../../../ui/drawing/drawing.tsx'
import type { ChartBox } from './layout-chart.ts'

/** The box that the keyboard is on: the first one until another is chosen. */
export const useCurrentBox = <R extends { id: string }>(
  boxes: readonly ChartBox<R>[],
  drawing: RefObject<DrawingHandle | null>,
) => {
  const stage = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string>()
  const [sought, setSought] = useState<string>()
  // Once it is drawn, what was sought is brought into sight and gets the focus.
  useLayoutEffect(() => {
    const box = boxes.find(({ row }) => row.id === sought)
    if (!box) return
    drawing.current?.show(box)
    stage.current?.querySelector<SVGGElement>(`[data-id="${sought}"]`)?.focus({ preventScroll: true })
    setSought(undefined)
  }, [boxes, sought, drawing])
  return {
    /** Goes around the boxes. */
    stage,
    current: boxes.some(({ row }) => row.id === chosen) ? chosen : boxes[0]?.row.id,
    choose: setChosen,
    /** Chooses a box that is drawn, or will be, and gives it the focus. */
    seek(id: string) {
      setChosen(id)
      setSought(id)
    },
  }
}
