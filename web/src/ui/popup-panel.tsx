import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import './popup-panel.css'
import { placePopup, useBorrowedFocus } from './use-popup.ts'

export type PopupPanelProps = {
  title: string
  /** The trigger: the panel opens below, and a press on it does not close the panel. */
  beside: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

const gap = 4

/** Popover with a few controls beside their trigger. Esc and a press outside close it. */
export const PopupPanel = ({ title, beside, onClose, children }: PopupPanelProps) => {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()

  useLayoutEffect(() => {
    const triggerRect = beside.current?.getBoundingClientRect()
    if (box.current && triggerRect) placePopup(box.current, { left: triggerRect.left, top: triggerRect.bottom + gap })
  })
  useBorrowedFocus(box)

  const close = useEffectEvent(onClose)
  const isInside = useEffectEvent((target: EventTarget | null) =>
    [box, beside].some(({ current }) => target instanceof Node && current?.contains(target)),
  )
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!isInside(target)) close()
    }
    const types = ['pointerdown', 'focusin', 'resize']
    for (const type of types) addEventListener(type, leave, true)
    return () => {
      for (const type of types) removeEventListener(type, leave, true)
    }
  }, [])

  return (
    <div
      ref={box}
      className="popup-panel"
      popover="manual"
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <h2 id={id} className="popup-panel-title">
        {title}
      </h2>
      {children}
    </div>
  )
}
