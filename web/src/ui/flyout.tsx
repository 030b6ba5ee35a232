import './flyout.css'
import { type FocusEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { placePopup } from './use-popup.ts'

type FlyoutProps = {
  /** A link or a button. */
  trigger: ReactNode
  /** It stands to the right of its trigger otherwise. */
  side?: 'below'
  children: ReactNode
}
/** A press inside keeps the panel, as what it changes may move from under the pointer and take the focus with it. */
type Visibility = 'closed' | 'shown' | 'kept'

/**
 * Shows a panel beside its trigger while either has the mouse or the keyboard's focus, and after a press inside until one
 * outside. Following a link and Esc close it. A touch opens it for a button alone.
 */
export const Flyout = ({ trigger, side, children }: FlyoutProps) => {
  const host = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [visibility, setVisibility] = useState<Visibility>('closed')
  const isOpen = visibility !== 'closed'
  const open = () => setVisibility((now) => (now === 'closed' ? 'shown' : now))
  const close = () => setVisibility('closed')
  const closeUnlessKept = () => setVisibility((now) => (now === 'kept' ? now : 'closed'))

  useLayoutEffect(() => {
    const [element, at] = [panel.current, host.current?.getBoundingClientRect()]
    if (!(isOpen && element && at)) return
    const place = () => placePopup(element, side ? { left: at.left, top: at.bottom } : { left: at.right, top: at.top })
    place()
    // Its content may arrive later, and be larger.
    const observer = new ResizeObserver(place)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen, side])

  const keepOrLeave = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node)) return
    if (panel.current?.contains(target)) setVisibility('kept')
    else if (!host.current?.contains(target)) close()
  })
  const leaveOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    if (panel.current?.contains(document.activeElement)) host.current?.querySelector<HTMLElement>('a, button')?.focus()
    close()
  })
  const leaveByLink = useEffectEvent(({ target, defaultPrevented }: Event) => {
    // Not by one that opens in another tab.
    if (defaultPrevented && target instanceof Element && target.closest('a') && host.current?.contains(target)) close()
  })
  useEffect(() => {
    if (!isOpen) return
    const stop = new AbortController()
    const early = { capture: true, signal: stop.signal }
    addEventListener('pointerdown', (event) => keepOrLeave(event), early)
    addEventListener('keydown', (event) => leaveOnEscape(event), early)
    addEventListener('click', (event) => leaveByLink(event), stop)
    return () => stop.abort()
  }, [isOpen])

  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Without another element, the focused one was removed, or the page lost the focus.
    if (relatedTarget === null) closeUnlessKept()
    else if (!currentTarget.contains(relatedTarget)) close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the trigger and the links inside are the controls
    <div
      ref={host}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && open()}
      onPointerLeave={closeUnlessKept}
      // A touch presses a button; a link it follows.
      onFocus={({ target }) => target.matches(':focus-visible, button') && open()}
      onBlur={leave}
    >
      {trigger}
      {isOpen && (
        <div ref={panel} className="flyout" data-side={side} popover="manual">
          {children}
        </div>
      )}
    </div>
  )
}
