import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { t } from './texts.ts'
import './impact-dialog.css'

type ImpactDialogProps = {
  title: string
  /** Summary in one sentence. */
  headline?: string
  /** Label of the confirm button. */
  confirm: string
  /** Label of the cancel button. */
  cancel?: string | undefined
  /** The change removes something. */
  danger?: boolean
  /** Confirmed, and running. */
  busy?: boolean
  /** Affected users and objects, in sections. */
  children: ReactNode
  onAnswer: (agreed: boolean) => void
}

/** Shows the impact of a change before it is applied; closing the dialog declines it. */
export const ImpactDialog = (props: ImpactDialogProps) => {
  const { title, headline, confirm, cancel = t('取消'), danger = false, busy = false, children, onAnswer } = props
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

/** The impact line by line. */
export const ImpactLines = ({ lines }: { lines: readonly string[] }) => (
  <ul className="impact-lines">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)
