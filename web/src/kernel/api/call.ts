import { otherCompany } from '@atrium/contract/kernel/console-errors.ts'
import type { Endpoint, ReplyOf, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { Code, type Envelope } from '@atrium/contract/kernel/envelope.ts'
import { toast } from '../../ui/toast.ts'
import { CallError } from './call-error.ts'
import { meetOtherCompany } from './expected-company.ts'
import { showFailure } from './failure-toast.ts'
import { freshId } from './fresh-id.ts'
import { ownCalls } from './own-calls.ts'
import { type Answer, type Binary, send, type WireRequest } from './send.ts'
import { acceptSession, endSession, refuseSession } from './session-end.ts'
import { renewTokens } from './token-refresh.ts'
import { headerToken } from './tokens.ts'

/** `multipart` calls take the one file beside whatever the endpoint declares. */
export type RequestFor<E extends Endpoint> = E extends { wire: 'multipart' }
  ? RequestOf<E> & { file: File }
  : RequestOf<E>

/** What a caller gets: bytes arrive as a Blob. */
export type ReplyFor<E extends Endpoint> = E extends { wire: 'binary' } ? Blob : ReplyOf<E>

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** false: the caller shows success and failure itself. */
  toasts?: boolean
  /** true: what came of it is more than a success, and the caller says it. */
  silentSuccess?: boolean
  /** The token of the impact that was shown and agreed to. */
  confirm?: string
  /** The same key for the same attempt: a repeated write is done once. */
  idempotencyKey?: string
  /** Told how many bytes of a file have come; the call may then take as long as it takes. */
  onBytes?: (received: number) => void
}
/** `more` is code 111: the call is understood, and asks for another step before it is done. */
export type ReplyOrMore<E> = { more: false; data: ReplyOf<E> } | { more: true; data: unknown; msg: string }

const isExpired = (answer: Answer) => 'code' in answer && answer.code === Code.tokenExpired
/** Nothing was done yet: the same call goes through once its caller has proved that it is he. */
const asksProof = (answer: Answer): answer is Envelope<{ prove: unknown }> =>
  'code' in answer && answer.code === Code.moreInput && Object.hasOwn(Object(answer.data), 'prove')
/** Only a call that needs the session can be mended by renewing it. */
const needsSession = ({ access }: Endpoint) => access.kind === 'signedIn' || access.kind === 'permitted'

const settle = (endpoint: Endpoint, answer: Answer, options: CallOptions): Answer => {
  if (!('code' in answer)) return answer
  if (answer.code !== Code.tokenExpired && needsSession(endpoint)) acceptSession()
  if (answer.code === Code.sessionInvalid) endSession(answer.msg)
  if (answer.code === otherCompany.code) meetOtherCompany()
  if (answer.code !== Code.ok && answer.code !== Code.moreInput) throw new CallError(answer)
  const isQuiet = options.toasts === false || options.silentSuccess || (endpoint.method !== 'GET' && endpoint.quiet)
  if (answer.code === Code.ok && endpoint.method !== 'GET' && !isQuiet) toast.success('操作成功')
  return answer
}

const perform = async (endpoint: Endpoint, request: WireRequest, options: CallOptions): Promise<Answer> => {
  const way = {
    idempotencyKey: options.idempotencyKey ?? freshId(),
    signal: options.signal,
    onBytes: options.onBytes,
    confirm: options.confirm,
  }
  const attempt = async () => {
    const token = headerToken()
    const first = await send(endpoint, request, { ...way, token })
    if (!isExpired(first) || !needsSession(endpoint)) return first
    await renewTokens(token)
    // spec §4: refreshed once; a second consecutive 100 is rejected
    return send(endpoint, request, { ...way, token: headerToken() })
  }
  try {
    let answer = await attempt()
    while (asksProof(answer)) {
      if (!(await ownCalls().prove(answer.data))) throw new CallError(answer)
      answer = await attempt()
    }
    return settle(endpoint, answer, options)
  } catch (error) {
    if (needsSession(endpoint) && error instanceof CallError && error.code === Code.tokenExpired) refuseSession()
    if (options.toasts !== false) showFailure(error)
    throw error
  }
}

const replyOf = (endpoint: Endpoint, { data, total, more }: Envelope): unknown => {
  if (endpoint.wire !== 'list') return data ?? null
  return { data: data ?? [], total: total ?? 0, ...(more === undefined ? {} : { more }) }
}

/**
 * Calls an endpoint and gives its reply; a `list` gives `{ data, total, more? }`, a `binary` its Blob.
 * Toasts success and failure as the specification says (§8), renews an expired session once, has the person prove himself
 * where the call asks for it and then repeats it as it was, and throws `CallError`
 * for everything that is not a reply. A call aborted by its signal throws the abort and says nothing.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  request: RequestFor<E>,
  options: CallOptions = {},
): Promise<ReplyFor<E>> => {
  const answer = await perform(endpoint, request as WireRequest, options)
  return ('code' in answer ? replyOf(endpoint, answer) : answer.blob) as ReplyFor<E>
}

/** `call` for endpoints that may answer 111 instead of a reply. */
export const callOrMore = async <E extends Endpoint>(
  endpoint: E,
  request: RequestFor<E>,
  options: CallOptions = {},
): Promise<ReplyOrMore<E>> => {
  const answer = (await perform(endpoint, request as WireRequest, options)) as Envelope
  return answer.code === Code.moreInput
    ? { more: true, data: answer.data, msg: answer.msg }
    : { more: false, data: replyOf(endpoint, answer) as ReplyOf<E> }
}

/** `call` for bytes whose id travels beside them in the header `uuid`, as a captcha's does. */
export const callBinary = async <E extends Endpoint & { wire: 'binary' }>(
  endpoint: E,
  request: RequestFor<E>,
  options: CallOptions = {},
): Promise<Binary> => (await perform(endpoint, request as WireRequest, options)) as Binary
