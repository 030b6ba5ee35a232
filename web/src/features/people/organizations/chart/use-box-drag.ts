import { type PointerEvent, useRef, useState } from 'react'
import type { ChartBox } from './layout-chart.ts'

type Point = { x: number; y: number }
type Row = { id: string; parent: string | null }
/** A box that is carried: how far, and what it is over. */
export type HeldBox<R> = { box: ChartBox<R>; by: Point; over: ChartBox<R> | undefined }

/** The pointer rests on a box before it carries it away. */
const leastDistance = 6

const isWithin = <R extends Row>(box: ChartBox<R> | undefined, above: ChartBox<R>): boolean =>
  box !== undefined && (box.row.id === above.row.id || isWithin(box.parent, above))

/** The box below a point that another one can be dropped on: not itself, nor below itself, nor where it is already. */
const findTarget = <R extends Row>(boxes: readonly ChartBox<R>[], held: ChartBox<R>, { x, y }: Point) =>
  boxes.find(
    (box) =>
      x >= box.x &&
      x <= box.x + box.width &&
      y >= box.y &&
      y <= box.y + box.height &&
      box.row.id !== held.row.parent &&
      !isWithin(box, held),
  )

type Options<R> = {
  boxes: readonly ChartBox<R>[]
  toPoint: (event: PointerEvent<Element>) => Point
  /** Undefined: boxes stay where they are. */
  onDrop: ((dragged: R, target: R) => void) | undefined
}

/** Carries boxes with the mouse onto others. A finger moves the drawing instead. */
export const useBoxDrag = <R extends Row>({ boxes, toPoint, onDrop }: Options<R>) => {
  const begun = useRef<{ box: ChartBox<R>; at: Point }>(undefined)
  const wasCarried = useRef(false)
  const [held, setHeld] = useState<HeldBox<R>>()
  const drop = () => {
    if (held?.over) onDrop?.(held.box.row, held.over.row)
    begun.current = undefined
    setHeld(undefined)
  }
  return {
    held,
    /** Whether the press that ends now has carried a box: then it is no click. */
    wasCarried: () => wasCarried.current,
    hold(box: ChartBox<R>, event: PointerEvent<Element>) {
      wasCarried.current = false
      if (!onDrop || event.button !== 0 || event.pointerType === 'touch') return
      begun.current = { box, at: toPoint(event) }
      // The click that follows is the box's.
      const grip = (event.target as Element).closest('[data-grip]') ?? event.currentTarget
      grip.setPointerCapture(event.pointerId)
    },
    carry(event: PointerEvent<Element>) {
      if (!begun.current) return
      const { box, at } = begun.current
      const now = toPoint(event)
      const by = { x: now.x - at.x, y: now.y - at.y }
      if (!held && Math.hypot(by.x, by.y) < leastDistance) return
      wasCarried.current = true
      setHeld({ box, by, over: findTarget(boxes, box, now) })
    },
    drop,
    cancel() {
      begun.current = undefined
      setHeld(undefined)
    },
  }
}
