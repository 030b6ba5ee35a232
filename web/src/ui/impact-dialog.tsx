import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import './impact-dialog.css'

type ImpactDialogProps = {
  title: string
  /** All of it in a sentence. */
  headline?: string
  /** What agreeing is called. */
  confirm: string
  /** What leaving it is called. */
  cancel?: string | undefined
  /** Somebody loses something. */
  danger?: boolean
  /** It was agreed on, and is being made. */
  busy?: boolean
  /** Who and what is concerned, in sections. */
  children: ReactNode
  onAnswer: (agreed: boolean) => void
}

/** What a change would do, before it is made; leaving the dialog is no. */
export const ImpactDialog = (props: ImpactDialogProps) => {
  const { title, headline, confirm, cancel = '取消', danger = false, busy = false, children, onAnswer } = props
  return (
    <Dialog
      title={title}
      onClose={() => !busy && onAnswer(false)}
      footer={
        <>
          <Button disabled={busy} onClick={() => onAnswer(false)}>
            {cancel}
          </Button>
          <Button look="primary" danger={danger} loading={busy} onClick={() => onAnswer(true)}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="impact">
        {headline && <p className="impact-headline">{headline}</p>}
        {children}
      </div>
    </Dialog>
  )
}

/** What a change would do, line by line. */
export const ImpactLines = ({ lines }: { lines: readonly string[] }) => (
  <ul className="impact-lines">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)
