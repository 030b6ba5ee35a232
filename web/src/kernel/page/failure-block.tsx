import { ErrorBlock } from '../../ui/error-block.tsx'
import type { CallError } from '../api/call-error.ts'
import { questionAbout } from '../api/failure-toast.ts'

/** What stands where something could not be read: why, what to quote, and of a denial or a failure the way to its explanation. */
export const FailureBlock = ({ failure, onRetry }: { failure: CallError; onRetry: () => void }) => (
  <ErrorBlock msg={failure.msg} traceId={failure.traceId} onRetry={onRetry} asks={questionAbout(failure)} />
)
