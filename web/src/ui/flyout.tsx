import './flyout.css'
import { type FocusEvent, type ReactNode, useRef } from 'react'

/** Shows a panel to the right of its trigger while either has the pointer or the focus. */
export const Flyout = ({ trigger, children }: { trigger: ReactNode; children: ReactNode }) => {
  const host = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const show = () => {
    const [element, at] = [panel.current, host.current?.getBoundingClientRect()]
    if (!element || !at) return
    if (!element.matches(':popover-open')) element.showPopover()
    element.style.left = `${at.right}px`
    element.style.top = `${Math.max(0, Math.min(at.top, innerHeight - element.offsetHeight))}px`
  }
  const hide = () => panel.current?.hidePopover()
  const left = (event: FocusEvent) => event.currentTarget.contains(event.relatedTarget) || hide()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the trigger and the links inside are the controls
    <div
      ref={host}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={left}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {trigger}
      <div ref={panel} className="flyout" popover="manual">
        <div className="flyout-body">{children}</div>
      </div>
    </div>
  )
}
