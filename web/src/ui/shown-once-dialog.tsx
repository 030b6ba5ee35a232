import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { t } from './texts.ts'

type ShownOnceDialogProps = { title: string; onClose: () => void; children: ReactNode }

/** Shows a password that cannot be shown again. */
export const ShownOnceDialog = ({ title, onClose, children }: ShownOnceDialogProps) => (
  <Dialog
    once
    title={title}
    onClose={onClose}
    footer={
      <Button look="primary" onClick={onClose}>
        {t('已记下，关闭')}
      </Button>
    }
  >
    {children}
  </Dialog>
)
