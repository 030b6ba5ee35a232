import { ErrorBlock } from '../../ui/error-block.tsx'
import type { CallError } from '../api/call-error.ts'
import { explanationAction } from '../api/failure-toast.ts'

/** Shown when a read failed: the message, the trace id, and a link to the explanation of a denial or failure. */
export const FailureBlock = ({ failure, onRetry }: { failure: CallError; onRetry: () => void }) => (
  <ErrorBlock msg={failure.msg} traceId={failure.traceId} onRetry={onRetry} action={explanationAction(failure)} />
)
