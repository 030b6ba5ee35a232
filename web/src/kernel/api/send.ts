import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { type Envelope, Header } from '@atrium/contract/kernel/envelope.ts'
import { useTimeZone } from '../../ui/time-zone.ts'
import { type Exchange, openCipher, sealBody } from './body-cipher.ts'
import { CallError, noAnswer } from './call-error.ts'
import { expectedCompany } from './expected-company.ts'
import { freshId } from './fresh-id.ts'
import { noResponse, otherFailure, statusSentence } from './http-status.ts'
import { ownCalls } from './own-calls.ts'
import { pathOf, queryOf } from './request-url.ts'

const timeLimit = 30_000

/** Any request, as the wire sees it; the types of `call` have already checked it against its endpoint. */
export type WireRequest = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  file?: File
}
export type Binary = { blob: Blob; uuid: string }
export type Answer = Envelope | Binary

type OnBytes = (received: number) => void
type Way = {
  token: string | undefined
  idempotencyKey: string
  signal?: AbortSignal | undefined
  onBytes?: OnBytes | undefined
  confirm?: string | undefined
}

const isWrite = ({ method }: Endpoint) => method === 'POST' || method === 'PUT'
const takesBody = (endpoint: Endpoint) => isWrite(endpoint) || (endpoint.method === 'DELETE' && !!endpoint.body)

const headersOf = (endpoint: Endpoint, exchange: Exchange, way: Way): Headers => {
  const headers = new Headers({ [Header.timeZone]: useTimeZone.getState().zone })
  if (way.token) headers.set(Header.token, way.token)
  if (way.confirm) headers.set(Header.confirm, way.confirm)
  if (isWrite(endpoint)) headers.set(Header.idempotencyKey, way.idempotencyKey)
  if (endpoint.access.kind === 'signedIn' || endpoint.access.kind === 'permitted') {
    headers.set(Header.cipherId, exchange.id)
    const company = expectedCompany()
    if (company !== undefined) headers.set(Header.expectCompany, company)
  }
  return headers
}

const bodyOf = async (endpoint: Endpoint, exchange: Exchange, request: WireRequest): Promise<FormData | string> => {
  if (endpoint.wire === 'multipart') {
    const form = new FormData()
    if (request.file) form.set('file', request.file)
    return form
  }
  const json = JSON.stringify(request.body ?? {})
  // Bodies of POST and PUT alone are encrypted (spec §7).
  return isWrite(endpoint) ? sealBody(await ownCalls().encryption(), exchange, json) : json
}

const exchangeBytes = async (url: string, init: RequestInit, cancelled: AbortSignal | undefined): Promise<Response> => {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (cancelled?.aborted) throw error
    throw new CallError({ code: noAnswer, msg: noResponse })
  }
}

const isJson = (response: Response) => response.headers.get('content-type')?.includes('json') ?? false

const envelopeOf = async (response: Response, exchange: Exchange): Promise<Envelope> => {
  const envelope: Envelope = await response.json()
  return envelope.cipher === undefined ? envelope : { ...envelope, data: await openCipher(exchange, envelope.cipher) }
}

const blobOf = async (response: Response, onBytes: OnBytes | undefined): Promise<Blob> => {
  if (!onBytes || !response.body) return response.blob()
  const reader = response.body.getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value)
    received += piece.value.length
    onBytes(received)
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
}

/** What a program got wrong or cannot mend: the sentence is fixed, the rest comes from the envelope where there is one. */
const refusalOf = async (response: Response, exchange: Exchange): Promise<CallError> => {
  const envelope = isJson(response) ? await envelopeOf(response, exchange).catch(() => undefined) : undefined
  return new CallError({
    code: response.status,
    msg: statusSentence(response.status),
    traceId: envelope?.traceId ?? '',
    errors: envelope?.errors,
    data: envelope?.data,
  })
}

const transmit = async (endpoint: Endpoint, request: WireRequest, way: Way): Promise<Answer> => {
  const path = pathOf({ path: endpoint.path, params: request.params ?? {} })
  const exchange: Exchange = { endpoint, path, id: freshId() }
  const headers = headersOf(endpoint, exchange, way)
  const limit = AbortSignal.timeout(timeLimit)
  const init: RequestInit = {
    method: endpoint.method,
    headers,
    signal: way.onBytes ? (way.signal ?? null) : way.signal ? AbortSignal.any([way.signal, limit]) : limit,
  }
  if (takesBody(endpoint)) {
    init.body = await bodyOf(endpoint, exchange, request)
    if (typeof init.body === 'string') headers.set('content-type', 'application/json')
  }
  const response = await exchangeBytes(path + queryOf({ query: request.query ?? {} }), init, way.signal)
  if (!response.ok) throw await refusalOf(response, exchange)
  try {
    if (endpoint.wire === 'binary' && !isJson(response))
      return { blob: await blobOf(response, way.onBytes), uuid: response.headers.get(Header.uuid) ?? '' }
    return await envelopeOf(response, exchange)
  } catch (error) {
    if (way.signal?.aborted) throw error
    throw new CallError({
      code: limit.aborted && !way.onBytes ? noAnswer : response.status,
      msg: limit.aborted && !way.onBytes ? noResponse : otherFailure,
    })
  }
}

type Listener = (endpoint: Endpoint, answer: Promise<Answer>) => void
let listener: Listener | undefined
/** Names who is told of every exchange; once. */
export const onExchange = (tell: Listener): void => {
  listener = tell
}

/**
 * One exchange with the server. In: the endpoint, the request and the way it travels. Out: the envelope, or bytes.
 * Throws `CallError` when there is no answer or its HTTP status is a failure; an aborted call throws the abort.
 */
export const send: typeof transmit = (endpoint, request, way) => {
  const answer = transmit(endpoint, request, way)
  listener?.(endpoint, answer)
  return answer
}
