import { otherCompany } from '@atrium/contract/kernel/console-errors.ts'
import type { Endpoint, ReplyOf, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { Code, type Envelope, Header } from '@atrium/contract/kernel/envelope.ts'
import { t } from '../../ui/texts.ts'
import { setOffsetAsZone } from '../../ui/time-zone.ts'
import { toast } from '../../ui/toast.ts'
import { CallError } from './call-error.ts'
import { reportCompanyMismatch } from './expected-company.ts'
import { showFailure } from './failure-toast.ts'
import { freshId } from './fresh-id.ts'
import { kernelCalls } from './kernel-calls.ts'
import { type Answer, type Binary, send, type WireRequest } from './send.ts'
import { clearSessionRefused, endSession, markSessionRefused } from './session-end.ts'
import { renewTokens } from './token-refresh.ts'
import { headerToken, isStillStored } from './tokens.ts'
import { findVariant } from './variants.ts'

/** `multipart` calls carry one file besides the declared parts. */
export type RequestFor<E extends Endpoint> = E extends { wire: 'multipart' }
  ? RequestOf<E> & { file: File }
  : RequestOf<E>

/** Reply of a call; bytes arrive as a Blob. */
export type ReplyFor<E extends Endpoint> = E extends { wire: 'binary' } ? Blob : ReplyOf<E>

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** false: the caller shows success and failure itself. */
  toasts?: boolean
  /** true: the caller shows its own success message. */
  silentSuccess?: boolean
  /** Confirmation token of an accepted impact. */
  confirm?: string
  /** Idempotency key: the server applies repeated writes with the same key once. */
  idempotencyKey?: string
  /** Reports the number of bytes received so far. Such a call has no timeout. */
  onBytes?: (received: number) => void
}
/** `more` is code 111: the call needs another step before it is applied. */
export type ReplyOrMore<E> = { more: false; data: ReplyOf<E> } | { more: true; data: unknown; msg: string }

const isExpired = (answer: Answer) => 'code' in answer && answer.code === Code.tokenExpired
/** Nothing was changed yet: the same call succeeds after reauthentication. */
const needsReauthentication = (answer: Answer): answer is Envelope<{ prove: unknown }> =>
  'code' in answer && answer.code === Code.moreInput && Object.hasOwn(Object(answer.data), 'prove')
/** Renewing the session only helps calls that need one. */
const needsSession = ({ access }: Endpoint) => access.kind === 'signedIn' || access.kind === 'permitted'

/** The encryption mode that the server requires, if it refused a body sent in another one. */
const requiredMode = (answer: Answer): number | undefined => {
  if (!('code' in answer) || answer.code !== 400) return undefined
  const { encrypt }: { encrypt?: unknown } = Object(answer.data)
  return typeof encrypt === 'number' ? encrypt : undefined
}
/** The server does not know the zone of this browser, and has done nothing. */
const isZoneUnknown = (answer: Answer) =>
  'code' in answer && answer.code === 400 && answer.errors?.[0]?.field === Header.timeZone
const sendInZone: typeof send = async (endpoint, request, way) => {
  const answer = await send(endpoint, request, way)
  if (!isZoneUnknown(answer)) return answer
  setOffsetAsZone()
  return send(endpoint, request, way)
}
/** Sends a request, and sends it again if the mode of encryption was changed since this page was opened. */
const sendInMode: typeof send = async (endpoint, request, way) => {
  const answer = await sendInZone(endpoint, request, way)
  const mode = requiredMode(answer)
  if (mode === undefined || mode === (await kernelCalls().encryption())) return answer
  kernelCalls().learnEncryption(mode)
  return send(endpoint, request, way)
}

const handleAnswer = (endpoint: Endpoint, answer: Answer, sent: string | undefined, options: CallOptions): Answer => {
  if (!('code' in answer)) return answer
  if (answer.code !== Code.tokenExpired && needsSession(endpoint)) clearSessionRefused()
  if (answer.code === Code.sessionInvalid && isStillStored(sent)) endSession(answer.msg)
  if (answer.code === otherCompany.code) reportCompanyMismatch()
  if (answer.code !== Code.ok && answer.code !== Code.moreInput) throw new CallError(answer)
  const isQuiet = options.toasts === false || options.silentSuccess || (endpoint.method !== 'GET' && endpoint.quiet)
  if (answer.code === Code.ok && endpoint.method !== 'GET' && !isQuiet) toast.success(t('操作成功'))
  return answer
}

const perform = async (asked: Endpoint, request: WireRequest, options: CallOptions): Promise<Answer> => {
  const endpoint = findVariant(asked)
  const way = {
    idempotencyKey: options.idempotencyKey ?? freshId(),
    signal: options.signal,
    onBytes: options.onBytes,
    confirm: options.confirm,
  }
  let token: string | undefined
  const attempt = async () => {
    token = headerToken()
    const first = await sendInMode(endpoint, request, { ...way, token })
    if (!isExpired(first) || !needsSession(endpoint)) return first
    await renewTokens(token)
    token = headerToken()
    // Refreshes once; a second consecutive 100 is an error.
    return send(endpoint, request, { ...way, token })
  }
  try {
    let answer = await attempt()
    while (needsReauthentication(answer)) {
      if (!(await kernelCalls().reauthenticate(answer.data))) throw new CallError(answer)
      answer = await attempt()
    }
    return handleAnswer(endpoint, answer, token, options)
  } catch (error) {
    if (needsSession(endpoint) && error instanceof CallError && error.code === Code.tokenExpired) markSessionRefused()
    if (options.toasts !== false) showFailure(error)
    throw error
  }
}

const toReply = (endpoint: Endpoint, { data, total, more }: Envelope): unknown => {
  if (endpoint.wire !== 'list') return data ?? null
  return { data: data ?? [], total: total ?? 0, ...(more === undefined ? {} : { more }) }
}

/**
 * Calls an endpoint and returns its reply; a `list` returns `{ data, total, more? }`, a `binary` its Blob. Shows toasts
 * for success and failure, renews an expired session once, and repeats the call after reauthentication where required.
 * @throws `CallError` unless the call succeeds; an aborted call rethrows the abort without a toast.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  request: RequestFor<E>,
  options: CallOptions = {},
): Promise<ReplyFor<E>> => {
  const answer = await perform(endpoint, request as WireRequest, options)
  return ('code' in answer ? toReply(endpoint, answer) : answer.blob) as ReplyFor<E>
}

/** `call` for endpoints that may reply with code 111. */
export const callOrMore = async <E extends Endpoint>(
  endpoint: E,
  request: RequestFor<E>,
  options: CallOptions = {},
): Promise<ReplyOrMore<E>> => {
  const answer = (await perform(endpoint, request as WireRequest, options)) as Envelope
  return answer.code === Code.moreInput
    ? { more: true, data: answer.data, msg: answer.msg }
    : { more: false, data: toReply(endpoint, answer) as ReplyOf<E> }
}

/** `call` for bytes with an id in the header `uuid`, such as captchas. */
export const callBinary = async <E extends Endpoint & { wire: 'binary' }>(
  endpoint: E,
  request: RequestFor<E>,
  options: CallOptions = {},
): Promise<Binary> => (await perform(endpoint, request as WireRequest, options)) as Binary
