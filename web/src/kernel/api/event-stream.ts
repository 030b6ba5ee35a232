import { otherCompany } from '@atrium/contract/kernel/console-errors.ts'
import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { Code, type Envelope, Header } from '@atrium/contract/kernel/envelope.ts'
import { expectedCompany, meetOtherCompany } from './expected-company.ts'
import { queryOf } from './request-url.ts'
import type { WireRequest } from './send.ts'
import { endSession } from './session-end.ts'
import { renewTokens } from './token-refresh.ts'
import { headerToken, isActing } from './tokens.ts'

const soonest = 1000
const latest = 60_000

/** Cuts complete events off the front of what has arrived. Out: their names and data, and what is left. */
export const takeEvents = (text: string): { events: { name: string; data: string }[]; rest: string } => {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  const events = blocks.flatMap((block) => {
    const lines = block.split('\n')
    const valuesOf = (field: string) =>
      lines.flatMap((line) => (line.startsWith(`${field}: `) ? line.slice(field.length + 2) : [])).join('\n')
    return valuesOf('event') === '' ? [] : { name: valuesOf('event'), data: valuesOf('data') }
  })
  return { events, rest }
}

const readAll = async (body: ReadableStream<Uint8Array>, heard: (name: string, data: unknown) => void) => {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const taken = takeEvents(rest + part.value)
    rest = taken.rest
    for (const { name, data } of taken.events) heard(name, JSON.parse(data))
  }
}

/** One connection. Out: whether it may be tried again at once. Throws when there is no answer. */
const connect = async (url: string, signal: AbortSignal, heard: (name: string, data: unknown) => void) => {
  const token = headerToken()
  if (token === undefined) return false
  const company = expectedCompany()
  const headers = { [Header.token]: token, ...(company !== undefined && { [Header.expectCompany]: company }) }
  const response = await fetch(url, { headers, signal })
  if (response.headers.get('content-type')?.startsWith('text/event-stream') && response.body) {
    await readAll(response.body, heard)
    return false
  }
  const { code, msg }: Envelope = await response.json()
  // A visit is over at once; of the own session the next call says it, and what is being typed can be finished.
  if (code === Code.sessionInvalid && isActing()) endSession(msg)
  if (code === otherCompany.code) meetOtherCompany()
  if (code !== Code.tokenExpired) return false
  await renewTokens(token)
  return true
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })

/**
 * Listens to server-sent events until the signal says stop; a header carries the token, which EventSource could not.
 * Connects anew whenever the stream ends, more and more slowly while nothing comes. In: what each connection asks for,
 * as it is then; and who is told of every event.
 */
export const listen = async <E extends Endpoint>(
  { path }: E,
  request: () => RequestOf<E> & Pick<WireRequest, 'query'>,
  signal: AbortSignal,
  heard: (name: string, data: unknown) => void,
): Promise<void> => {
  let wait = soonest
  while (!signal.aborted) {
    const hear = (name: string, data: unknown) => {
      wait = soonest
      heard(name, data)
    }
    const atOnce = await connect(path + queryOf(request()), signal, hear).catch(() => false)
    if (!atOnce) await pause(wait, signal)
    wait = Math.min(wait * 2, latest)
  }
}
