import { otherCompany } from '@atrium/contract/kernel/console-errors.ts'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { toast } from '../../ui/toast.ts'
import { CallError } from './call-error.ts'

/** Something is to be found by the call's trace id: it was refused, or failed on the server's side. */
export const worthTracing = (code: number) => code === 403 || (code >= 500 && code < 600)

type Show = (traceId: string, isRefused: boolean) => void
let explains: Show | undefined
/** Names the way to an explanation of a denial or a failure; the application says it once somebody is signed in. */
export const declareExplanation = (show: Show): void => {
  explains = show
}
/** The question why somebody was denied, or what to do when the product failed; undefined when it was something else. */
export const questionAbout = ({ code, traceId }: Pick<CallError, 'code' | 'traceId'>) => {
  const show = explains
  const isRefused = code === 403
  if (!show || !traceId || !(isRefused || code === 500)) return undefined
  return { text: isRefused ? '为什么？' : '怎么办？', run: () => show(traceId, isRefused) }
}

/** The beginning of a trace id as a person would read it out to support, and all of it to copy; nothing when the failure is the person's own. */
const traceHint = ({ code, traceId }: CallError) =>
  traceId && worthTracing(code) ? { detail: `追踪号 ${traceId.slice(0, 8)}`, copies: traceId } : {}

/** A conflict that brings the newer version is shown by the form, with both. */
const isConflict = ({ data }: CallError) => typeof data === 'object' && data !== null && 'current' in data

/** Those that something else on the screen speaks for (spec §8 of the first three). */
const spokenFor: readonly number[] = [Code.tokenExpired, Code.sessionInvalid, Code.moreInput, otherCompany.code]

/** Tells a person that a call failed. Field errors are the form's to show. */
export const showFailure = (error: unknown): void => {
  if (!(error instanceof CallError)) return
  if (error.errors || isConflict(error) || spokenFor.includes(error.code)) return
  const asks = questionAbout(error)
  toast.error(error.msg, { ...traceHint(error), ...(asks && { asks }) })
}
