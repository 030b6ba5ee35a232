import { type PointerEvent, useEffect, useRef } from 'react'

const pressMs = 500
/** A finger never lies quite still. */
const slack = 10

type Press = { x: number; y: number; timer: ReturnType<typeof setTimeout> }

/**
 * What a finger that rests on an element does. The press that follows from lifting it does nothing.
 * @returns props of the element; none without an action
 */
export const useLongPress = (act: (() => void) | undefined) => {
  const press = useRef<Press>(undefined)
  const hasActed = useRef(false)
  const end = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  if (!act) return {}
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      hasActed.current = false
      if (pointerType !== 'touch') return
      end()
      const timer = setTimeout(() => {
        press.current = undefined
        hasActed.current = true
        act()
      }, pressMs)
      press.current = { x, y, timer }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x = clientX, y = clientY } = press.current ?? {}
      if (Math.hypot(clientX - x, clientY - y) > slack) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (press.current || hasActed.current) event.preventDefault()
    },
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (!hasActed.current) return
      hasActed.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
