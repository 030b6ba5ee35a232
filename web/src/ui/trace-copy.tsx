import { Copy } from 'lucide-react'
import { copyWithToast } from './copy-with-toast.ts'
import { t } from './texts.ts'

/** The start of a trace id, enough to find the call; a press copies the whole of it. */
export const TraceCopy = ({ traceId }: { traceId: string }) => (
  <button
    type="button"
    className="trace-copy"
    title={traceId}
    aria-label={t('复制追踪号 {traceId}', { traceId })}
    onClick={() => void copyWithToast(traceId)}
  >
    {t('追踪号 {traceId}', { traceId: traceId.slice(0, 8) })}
    <Copy size={14} aria-hidden="true" />
  </button>
)
