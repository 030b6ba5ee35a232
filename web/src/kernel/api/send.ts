import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { type Envelope, Header } from '@atrium/contract/kernel/envelope.ts'
import { pageLanguage } from '../../ui/texts.ts'
import { useTimeZone } from '../../ui/time-zone.ts'
import type { Exchange } from './body-cipher.ts'
import { CallError, noAnswer } from './call-error.ts'
import { expectedCompany } from './expected-company.ts'
import { freshId } from './fresh-id.ts'
import { noResponse, statusMessage, unknownFailure } from './http-status.ts'
import { kernelCalls } from './kernel-calls.ts'
import { toPath, toQuery } from './request-url.ts'

const timeoutMs = 30_000
/** Loaded only if the server encrypts bodies. */
const bodyCipher = () => import('./body-cipher.ts')

/** A request as sent; `call` has checked its types against the endpoint. */
export type WireRequest = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  file?: File
}
export type Binary = { blob: Blob; uuid: string }
export type Answer = Envelope | Binary

type OnBytes = (received: number) => void
type SendOptions = {
  token: string | undefined
  idempotencyKey: string
  signal?: AbortSignal | undefined
  onBytes?: OnBytes | undefined
  confirm?: string | undefined
}

const isWrite = ({ method }: Endpoint) => method === 'POST' || method === 'PUT'
const takesBody = (endpoint: Endpoint) => isWrite(endpoint) || (endpoint.method === 'DELETE' && !!endpoint.body)

const buildHeaders = (endpoint: Endpoint, exchange: Exchange, way: SendOptions): Headers => {
  const headers = new Headers({ 'accept-language': pageLanguage, [Header.timeZone]: useTimeZone.getState().zone })
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

const buildBody = async (endpoint: Endpoint, exchange: Exchange, request: WireRequest): Promise<FormData | string> => {
  if (endpoint.wire === 'multipart') {
    const form = new FormData()
    for (const [name, value] of Object.entries(request.body ?? {})) form.set(name, String(value))
    if (request.file) form.set('file', request.file)
    return form
  }
  const json = JSON.stringify(request.body ?? {})
  // Only bodies of POST and PUT are encrypted.
  const mode = isWrite(endpoint) ? await kernelCalls().encryption() : 0
  return mode === 0 ? json : (await bodyCipher()).sealBody(mode, exchange, json)
}

const fetchResponse = async (url: string, init: RequestInit, cancelled: AbortSignal | undefined): Promise<Response> => {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (cancelled?.aborted) throw error
    throw new CallError({ code: noAnswer, msg: noResponse })
  }
}

/** Documents in formats based on JSON are files. */
const isJson = (response: Response) => response.headers.get('content-type')?.startsWith('application/json') ?? false

const readEnvelope = async (response: Response, exchange: Exchange): Promise<Envelope> => {
  const envelope: Envelope = await response.json()
  if (envelope.cipher === undefined) return envelope
  return { ...envelope, data: await (await bodyCipher()).openCipher(exchange, envelope.cipher) }
}

const readBlob = async (response: Response, onBytes: OnBytes | undefined): Promise<Blob> => {
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

/**
 * Converts a failed HTTP response to an error. The message depends on the status; the rest comes from the envelope, if
 * any.
 */
const readError = async (response: Response, exchange: Exchange): Promise<CallError> => {
  const envelope = isJson(response) ? await readEnvelope(response, exchange).catch(() => undefined) : undefined
  return new CallError({
    code: response.status,
    msg: statusMessage(response.status),
    traceId: envelope?.traceId ?? '',
    errors: envelope?.errors,
    data: envelope?.data,
  })
}

const transmit = async (endpoint: Endpoint, request: WireRequest, way: SendOptions): Promise<Answer> => {
  const path = toPath({ path: endpoint.path, params: request.params ?? {} })
  const exchange: Exchange = { endpoint, path, id: freshId() }
  const headers = buildHeaders(endpoint, exchange, way)
  const limit = AbortSignal.timeout(timeoutMs)
  const init: RequestInit = {
    method: endpoint.method,
    headers,
    signal: way.onBytes ? (way.signal ?? null) : way.signal ? AbortSignal.any([way.signal, limit]) : limit,
  }
  if (takesBody(endpoint)) {
    init.body = await buildBody(endpoint, exchange, request)
    if (typeof init.body === 'string') headers.set('content-type', 'application/json')
  }
  const response = await fetchResponse(path + toQuery({ query: request.query ?? {} }), init, way.signal)
  if (!response.ok) throw await readError(response, exchange)
  try {
    if (endpoint.wire === 'binary' && !isJson(response))
      return { blob: await readBlob(response, way.onBytes), uuid: response.headers.get(Header.uuid) ?? '' }
    return await readEnvelope(response, exchange)
  } catch (error) {
    if (way.signal?.aborted) throw error
    throw new CallError({
      code: limit.aborted && !way.onBytes ? noAnswer : response.status,
      msg: limit.aborted && !way.onBytes ? noResponse : unknownFailure,
    })
  }
}

type Listener = (endpoint: Endpoint, answer: Promise<Answer>) => void
let listener: Listener | undefined
/** Sets the listener for every exchange. */
export const setExchangeListener = (newListener: Listener): void => {
  listener = newListener
}

/**
 * Sends one request.
 * @returns the envelope, or bytes
 * @throws `CallError` if there is no response or the HTTP status is a failure; an aborted call rethrows the abort.
 */
export const send: typeof transmit = (endpoint, request, way) => {
  const answer = transmit(endpoint, request, way)
  listener?.(endpoint, answer)
  return answer
}
