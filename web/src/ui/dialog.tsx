import Modal from 'antd/es/modal/Modal'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from './texts.ts'

type DialogProps = {
  title: string
  onClose: () => void
  footer: ReactNode
  /** The content cannot be shown again, so Esc does not close it. */
  once?: boolean
  children: ReactNode
}

/** Dialog for content too large for a confirmation. Open while rendered. */
export const Dialog = ({ title, onClose, footer, once = false, children }: DialogProps) => {
  const [opener] = useState(() => document.activeElement)
  // The kit restores focus after its closing animation, which is skipped here.
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
      closable={{ 'aria-label': t('关闭') }}
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
