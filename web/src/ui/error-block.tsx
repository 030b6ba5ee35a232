import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Empty } from './empty.tsx'

type ErrorBlockProps = {
  msg: string
  traceId?: string
  onRetry: () => void
  /** Related action, such as an explanation. */
  action?: { text: string; run: () => void } | undefined
}

/** Error of a part of a page: message, trace id and 重试. */
export const ErrorBlock = ({ msg, traceId, onRetry, action }: ErrorBlockProps) => (
  <div role="alert">
    <Empty title={msg} {...(traceId ? { hint: `追踪号 ${traceId}` } : {})}>
      <Button onClick={onRetry}>重试</Button>
      {action && <Button onClick={action.run}>{action.text}</Button>}
      {traceId && <CopyButton text={traceId} what="追踪号" />}
    </Empty>
  </div>
)
