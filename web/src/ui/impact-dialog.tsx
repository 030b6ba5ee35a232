import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import './impact-dialog.css'

type ImpactDialogProps = {
  title: string
  /** All of it in a sentence. */
  headline: string
  /** What agreeing is called. */
  confirm: string
  /** Somebody loses something. */
  danger: boolean
  /** Who and what is concerned, in sections. */
  children: ReactNode
  onAnswer: (agreed: boolean) => void
}

/** What a change would do, before it is made; leaving the dialog is no. */
export const ImpactDialog = ({ title, headline, confirm, danger, children, onAnswer }: ImpactDialogProps) => (
  <Dialog
    title={title}
    onClose={() => onAnswer(false)}
    footer={
      <>
        <Button onClick={() => onAnswer(false)}>返回修改</Button>
        <Button look="primary" danger={danger} onClick={() => onAnswer(true)}>
          {confirm}
        </Button>
      </>
    }
  >
    <div className="impact">
      <p className="impact-headline">{headline}</p>
      {children}
    </div>
  </Dialog>
)
