import { Header } from '@atrium/contract/kernel/envelope.ts'
import { CallError, noAnswer } from './call-error.ts'
import { expectedCompany } from './expected-company.ts'
import { noResponse, statusMessage } from './http-status.ts'
import { renewTokens } from './token-refresh.ts'
import { headerToken } from './tokens.ts'

export type PartRequest = {
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: Blob
  onProgress?: (sent: number) => void
  signal?: AbortSignal
}
/** Headers of a response, by their names. */
export type PartResponse = (name: string) => string

const unauthenticated = 401

const toError = ({ status, responseText }: XMLHttpRequest): CallError => {
  if (status === 0) return new CallError({ code: noAnswer, msg: noResponse })
  try {
    return new CallError(JSON.parse(responseText))
  } catch {
    return new CallError({ code: status, msg: statusMessage(status) })
  }
}

/** `fetch` does not tell how much of a body was sent. */
const sendOnce = (request: PartRequest, token: string | undefined): Promise<XMLHttpRequest> =>
  new Promise((resolve, reject) => {
    const { method, url, headers = {}, body, onProgress, signal } = request
    if (signal?.aborted) return reject(signal.reason)
    const sending = new XMLHttpRequest()
    sending.open(method, url)
    const company = expectedCompany()
    const own = {
      'Tus-Resumable': '1.0.0',
      ...(token !== undefined && { [Header.token]: token }),
      ...(company !== undefined && { [Header.expectCompany]: company }),
    }
    for (const [name, value] of Object.entries({ ...own, ...headers })) sending.setRequestHeader(name, value)
    sending.upload.onprogress = ({ loaded }) => onProgress?.(loaded)
    const cancel = () => sending.abort()
    sending.onload = () => resolve(sending)
    sending.onerror = () => resolve(sending)
    sending.onabort = () => reject(signal?.reason)
    sending.onloadend = () => signal?.removeEventListener('abort', cancel)
    signal?.addEventListener('abort', cancel)
    sending.send(body ?? null)
  })

/**
 * Sends one request of an upload in parts, renewing an expired session once.
 * @returns the headers of the response
 * @throws `CallError` unless it succeeds, and the signal's reason once aborted
 */
export const sendPart = async (request: PartRequest): Promise<PartResponse> => {
  const token = headerToken()
  let sent = await sendOnce(request, token)
  if (sent.status === unauthenticated) {
    await renewTokens(token)
    sent = await sendOnce(request, headerToken())
  }
  if (sent.status < 200 || sent.status >= 300) throw toError(sent)
  return (name) => sent.getResponseHeader(name) ?? ''
}
