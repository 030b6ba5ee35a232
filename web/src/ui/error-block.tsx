import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Empty } from './empty.tsx'

type ErrorBlockProps = {
  msg: string
  traceId?: string
  onRetry: () => void
  /** A question that can be asked about it. */
  asks?: { text: string; run: () => void } | undefined
}

/** A part of a page that could not be loaded: one sentence, the trace id to quote, and 重试. */
export const ErrorBlock = ({ msg, traceId, onRetry, asks }: ErrorBlockProps) => (
  <div role="alert">
    <Empty title={msg} {...(traceId ? { hint: `追踪号 ${traceId}` } : {})}>
      <Button onClick={onRetry}>重试</Button>
      {asks && <Button onClick={asks.run}>{asks.text}</Button>}
      {traceId && <CopyButton text={traceId} what="追踪号" />}
    </Empty>
  </div>
)
