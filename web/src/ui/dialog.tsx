import { Modal } from 'antd'
import type { ReactNode } from 'react'

type DialogProps = { title: string; onClose: () => void; footer: ReactNode; children: ReactNode }

/** A question too large for a confirmation. Shown as long as it is rendered. */
export const Dialog = ({ title, onClose, footer, children }: DialogProps) => (
  <Modal
    open
    centered
    title={title}
    closable={{ 'aria-label': '关闭' }}
    onCancel={onClose}
    footer={footer}
    width="min(640px, calc(100vw - 32px))"
    mask={{ closable: false }}
  >
    {children}
  </Modal>
)
