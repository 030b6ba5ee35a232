import { Drawer as KitDrawer } from 'antd'
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from './texts.ts'
import { useIsPhone } from './use-media.ts'
import './drawer.css'

type DrawerProps = {
  title: string
  open: boolean
  /** Called by ×, Esc or a click outside; the owner decides. */
  onClose: () => void
  /** Called after the closing animation: the owner may unmount the drawer. */
  onClosed: () => void
  /** 500 px by default; full width on a phone. */
  width?: 500 | 600 | 720 | 960 | 1200
  footer?: ReactNode
  children: ReactNode
}

const focusCheckDelayMs = 100
const isTouchScreen = () => matchMedia('(pointer: coarse)').matches

/** Focuses the first field; not on touch screens, where the keyboard would cover half of the form. */
const focusFirstField = (panel: HTMLElement | null) => {
  if (!panel || isTouchScreen() || panel.contains(document.activeElement?.closest('form') ?? null)) return
  panel.querySelector<HTMLElement>('form :is(input:not([hidden]), textarea):enabled')?.focus()
}

/** Draws its content in slices after the empty drawer: the kit draws what it finds inside in one go. */
const Filling = ({ onFilled, children }: { onFilled: () => void; children: ReactNode }) => {
  const isFilled = useDeferredValue(true, false)
  const handleFilled = useEffectEvent(onFilled)
  useEffect(() => {
    if (isFilled) handleFilled()
  }, [isFilled])
  return isFilled && children
}

/** Side drawer at the right edge, on a phone a sheet at the bottom, that traps focus and restores it. */
export const Drawer = ({ title, open, onClose, onClosed, width = 500, footer, children }: DrawerProps) => {
  const isPhone = useIsPhone()
  const panel = useRef<HTMLDivElement>(null)
  const hasSlidIn = useRef(false)
  const [isFilled, setFilled] = useState(false)
  const [opener] = useState(() => document.activeElement)
  const restoreFocus = () => {
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  }
  const handleClosing = useEffectEvent(() => {
    restoreFocus()
    // A confirmation above may still hold the focus for a moment, and lose it when it closes.
    setTimeout(() => {
      if (document.activeElement === document.body) restoreFocus()
    }, focusCheckDelayMs)
  })
  // On close immediately, and after the animation only if nothing else has the focus: the user may have moved on by
  // then.
  useEffect(() => {
    if (!open) handleClosing()
  }, [open])
  return (
    <KitDrawer
      panelRef={panel}
      title={title}
      open={open}
      // On a phone a sheet from below, as high as its content.
      placement={isPhone ? 'bottom' : 'right'}
      size={isPhone ? 'auto' : `min(100vw, ${width}px)`}
      closable={{ 'aria-label': t('关闭') }}
      onClose={onClose}
      afterOpenChange={(nowOpen) => {
        hasSlidIn.current = nowOpen
        if (nowOpen) return focusFirstField(panel.current)
        const { activeElement } = document
        if (activeElement === document.body || panel.current?.contains(activeElement)) restoreFocus()
        onClosed()
      }}
      destroyOnHidden
      focusable={{ focusTriggerAfterClose: false }}
      rootClassName="drawer"
      // A press before the content is drawn would be lost.
      footer={footer && <div inert={!isFilled}>{footer}</div>}
    >
      <Filling
        onFilled={() => {
          setFilled(true)
          if (hasSlidIn.current) focusFirstField(panel.current)
        }}
      >
        {children}
      </Filling>
    </KitDrawer>
  )
}
