import { Modal } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'

type DialogProps = {
  title: string
  onClose: () => void
  footer: ReactNode
  /** What it shows cannot be shown again, so a stray Esc does not close it. */
  once?: boolean
  children: ReactNode
}

/** A question too large for a confirmation. Shown as long as it is rendered. */
export const Dialog = ({ title, onClose, footer, once = false, children }: DialogProps) => {
  const [opener] = useState(() => document.activeElement)
  // The kit gives the focus back when a movement is over; this one goes without any.
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement)
        opener.focus({ preventScroll: true })
    },
    [opener],
  )
  return (
    <Modal
      open
      centered
      title={title}
      closable={{ 'aria-label': '关闭' }}
      onCancel={onClose}
      keyboard={!once}
      footer={footer}
      width="min(640px, calc(100vw - 32px))"
      mask={{ closable: false }}
    >
      {children}
    </Modal>
  )
}
