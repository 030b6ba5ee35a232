import { Drawer as KitDrawer } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import './drawer.css'

type DrawerProps = {
  title: string
  open: boolean
  /** Asked for by ×, Esc or a click outside; the owner decides. */
  onClose: () => void
  /** The closing movement is over: the owner may forget the drawer. */
  onClosed: () => void
  /** 500 px unless said otherwise (spec §9); the whole width on a phone. */
  width?: 500 | 600 | 720
  footer?: ReactNode
  children: ReactNode
}

const momentLonger = 100
const isTouched = () => matchMedia('(pointer: coarse)').matches

/** Puts the cursor where typing is expected; not on a touch screen, where a keyboard would cover half the form. */
const focusFirstField = (panel: HTMLElement | null) => {
  if (!panel || isTouched() || panel.contains(document.activeElement?.closest('form') ?? null)) return
  panel.querySelector<HTMLElement>('form :is(input:not([hidden]), textarea):enabled')?.focus()
}

/** A panel at the right edge that traps focus and gives it back. */
export const Drawer = ({ title, open, onClose, onClosed, width = 500, footer, children }: DrawerProps) => {
  const panel = useRef<HTMLDivElement>(null)
  const [opener] = useState(() => document.activeElement)
  const giveBack = () => {
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  }
  const closing = useEffectEvent(() => {
    giveBack()
    // A question asked over it holds the focus a moment longer, and lets it fall when it goes.
    setTimeout(() => {
      if (document.activeElement === document.body) giveBack()
    }, momentLonger)
  })
  // At once, and when the movement is over only if nothing has it: by then the person may be somewhere else.
  useEffect(() => {
    if (!open) closing()
  }, [open])
  return (
    <KitDrawer
      panelRef={panel}
      title={title}
      open={open}
      size={`min(100vw, ${width}px)`}
      closable={{ 'aria-label': '关闭' }}
      onClose={onClose}
      afterOpenChange={(nowOpen) => {
        if (nowOpen) return focusFirstField(panel.current)
        const { activeElement } = document
        if (activeElement === document.body || panel.current?.contains(activeElement)) giveBack()
        onClosed()
      }}
      destroyOnHidden
      focusable={{ focusTriggerAfterClose: false }}
      rootClassName="drawer"
      footer={footer}
    >
      {children}
    </KitDrawer>
  )
}
