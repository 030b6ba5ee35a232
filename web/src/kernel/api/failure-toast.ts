import { otherCompany, waitsForApproval } from '@atrium/contract/kernel/console-errors.ts'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { t } from '../../ui/texts.ts'
import { toast } from '../../ui/toast.ts'
import { CallError } from './call-error.ts'

/** Whether the server keeps a decision or failure under the trace id of a call with this code. */
export const isTraceable = (code: number) => code === 403 || (code >= 500 && code < 600)

type OpenExplanation = (traceId: string, isRefused: boolean) => void
let openExplanation: OpenExplanation | undefined
/** Registers the view that explains a denial or failure; called once the user is signed in. */
export const registerExplanation = (show: OpenExplanation): void => {
  openExplanation = show
}
let openApprovals: (() => void) | undefined
/** Registers the page where what waits for approval is seen; called once the user is signed in. */
export const registerApprovals = (show: () => void): void => {
  openApprovals = show
}
const showHeld = (msg: string): void =>
  toast.success(msg, { seconds: 5, ...(openApprovals && { action: { text: t('查看审批'), run: openApprovals } }) })

/** Explains a denied call by its trace id. */
export const explain = (traceId: string): void => openExplanation?.(traceId, true)

/** The action that explains a denial or failure; undefined for other codes. */
export const explanationAction = ({ code, traceId }: Pick<CallError, 'code' | 'traceId'>) => {
  const show = openExplanation
  const isRefused = code === 403
  if (!show || !traceId || !(isRefused || code === 500)) return undefined
  return { text: isRefused ? t('查看原因') : t('处理办法'), run: () => show(traceId, isRefused) }
}

/** A short trace id to read out to support, and the full one to copy; none when the input was at fault. */
const traceHint = ({ code, traceId }: CallError) =>
  traceId && isTraceable(code)
    ? { detail: t('追踪号 {traceId}', { traceId: traceId.slice(0, 8) }), copyText: traceId }
    : {}

/** Version conflicts with the current row are shown by the form. */
const isConflict = ({ data }: CallError) => typeof data === 'object' && data !== null && 'current' in data

/** Codes that another part of the screen handles. */
const handledCodes: readonly number[] = [Code.tokenExpired, Code.sessionInvalid, Code.moreInput, otherCompany.code]

/** Shows a toast for a failed call. Field errors are left to the form. */
export const showFailure = (error: unknown): void => {
  if (!(error instanceof CallError)) return
  if (error.errors || isConflict(error) || handledCodes.includes(error.code)) return
  if (error.code === waitsForApproval.code) {
    showHeld(error.msg)
    return
  }
  const action = explanationAction(error)
  toast.error(error.msg, { ...traceHint(error), ...(action && { action }) })
}
