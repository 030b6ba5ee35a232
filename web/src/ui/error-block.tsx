import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Empty } from './empty.tsx'

/** A part of a page that could not be loaded: one sentence, the trace id to quote, and 重试. */
export const ErrorBlock = ({ msg, traceId, onRetry }: { msg: string; traceId?: string; onRetry: () => void }) => (
  <div role="alert">
    <Empty title={msg} {...(traceId ? { hint: `追踪号 ${traceId}` } : {})}>
      <Button onClick={onRetry}>重试</Button>
      {traceId && <CopyButton text={traceId} what="追踪号" />}
    </Empty>
  </div>
)
