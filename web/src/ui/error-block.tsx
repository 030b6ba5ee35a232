import { t } from './texts.ts'
import './error-block.css'
import { CircleAlert } from 'lucide-react'
import { PlainButton } from './plain-button.tsx'
import { TraceCopy } from './trace-copy.tsx'

type ErrorBlockProps = {
  msg: string
  /** Why, if the message says only what. */
  reason?: string
  traceId?: string | undefined
  onRetry: () => void
  /** Related action, such as an explanation. */
  action?: { text: string; run: () => void } | undefined
}

/** Error of a part of a page: what failed, and in one row what helps. Loads no kit. */
export const ErrorBlock = ({ msg, reason, traceId, onRetry, action }: ErrorBlockProps) => (
  <div role="alert" className="error-block">
    <CircleAlert size={24} strokeWidth={1.75} aria-hidden="true" />
    <p className="error-block-title">{msg}</p>
    {reason && <p>{reason}</p>}
    <div className="error-block-acts">
      <PlainButton onClick={onRetry}>{t('重试')}</PlainButton>
      {action && <PlainButton onClick={action.run}>{action.text}</PlainButton>}
      {traceId && <TraceCopy traceId={traceId} />}
    </div>
  </div>
)
