import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { Range } from './bucket-times.ts'

/** Where a selection began, and where it ends now. */
type Brush = { anchor: number; head: number; held: boolean }

const toRange = ({ anchor, head }: Brush): Range => ({ first: Math.min(anchor, head), last: Math.max(anchor, head) })

const bucketAt = ({ clientX, currentTarget }: PointerEvent<Element>, count: number) => {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count)))
}
const steps: Readonly<Record<string, (head: number, count: number) => number>> = {
  ArrowLeft: (head) => head - 1,
  ArrowRight: (head) => head + 1,
  PageUp: (head) => head - 10,
  PageDown: (head) => head + 10,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/**
 * Selects buckets: by dragging, or by arrow keys, with Shift for more than one. A release and Enter apply the selection,
 * Escape takes it back.
 */
export const useBrush = (count: number, apply: (range: Range) => void) => {
  const [brush, setBrush] = useState<Brush>()
  const head = Math.min(brush?.head ?? count - 1, count - 1)
  const selected = brush && brush.anchor < count && brush.head < count ? toRange(brush) : undefined
  const finish = (range: Range) => {
    setBrush(undefined)
    apply(range)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent<Element>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const at = bucketAt(event, count)
      setBrush({ anchor: at, head: at, held: true })
    },
    onPointerMove: (event: PointerEvent<Element>) => {
      const at = bucketAt(event, count)
      setBrush(brush?.held ? { ...brush, head: at } : { anchor: at, head: at, held: false })
    },
    onPointerUp: () => {
      if (brush?.held) finish(toRange(brush))
    },
    onPointerCancel: () => setBrush(undefined),
    onPointerLeave: () => {
      if (!brush?.held) setBrush(undefined)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (step) {
        const next = Math.min(count - 1, Math.max(0, step(head, count)))
        setBrush({ anchor: event.shiftKey ? (brush?.anchor ?? head) : next, head: next, held: false })
      } else if (event.key === 'Enter') finish(selected ?? { first: head, last: head })
      else if (event.key === 'Escape' && brush) setBrush(undefined)
      else return
      event.preventDefault()
      event.stopPropagation()
    },
    onBlur: () => setBrush(undefined),
  }
  return { selected, head, handlers }
}
