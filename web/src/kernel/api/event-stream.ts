import { otherCompany } from '@atrium/contract/kernel/console-errors.ts'
import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { Code, type Envelope, Header } from '@atrium/contract/kernel/envelope.ts'
import { suspectLoss } from './connection.ts'
import { expectedCompany, reportCompanyMismatch } from './expected-company.ts'
import { toQuery } from './request-url.ts'
import type { WireRequest } from './send.ts'
import { endSession } from './session-end.ts'
import { renewTokens } from './token-refresh.ts'
import { hasTabSession, headerToken } from './tokens.ts'

const minDelayMs = 1000
const maxDelayMs = 60_000

type ParsedEvent = { name: string; data: string; id?: string }

/**
 * Parses the complete server-sent events at the start of a text. Returns them and the remaining text. An event without
 * a name only moves the position of the stream.
 */
export const parseEvents = (text: string): { events: ParsedEvent[]; rest: string } => {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  const events = blocks.flatMap((block) => {
    const lines = block.split('\n')
    const readValues = (field: string) =>
      lines.flatMap((line) => (line.startsWith(`${field}: `) ? line.slice(field.length + 2) : [])).join('\n')
    const [name, id] = [readValues('event'), readValues('id')]
    return name === '' && id === '' ? [] : { name, data: readValues('data'), ...(id !== '' && { id }) }
  })
  return { events, rest }
}

/** Position of the tab's stream: the next connection resumes behind it. */
let lastEventId = ''

const readEvents = async (body: ReadableStream<Uint8Array>, onEvent: (name: string, data: unknown) => void) => {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const taken = parseEvents(rest + part.value)
    rest = taken.rest
    for (const { name, data, id = lastEventId } of taken.events) {
      lastEventId = id
      if (name !== '') onEvent(name, JSON.parse(data))
    }
  }
}

/**
 * Opens one connection.
 * @returns whether to retry immediately
 * @throws when there is no response
 */
const connect = async (url: string, signal: AbortSignal, onEvent: (name: string, data: unknown) => void) => {
  const token = headerToken()
  if (token === undefined) return false
  const company = expectedCompany()
  const headers = {
    [Header.token]: token,
    ...(company !== undefined && { [Header.expectCompany]: company }),
    ...(lastEventId !== '' && { 'last-event-id': lastEventId }),
  }
  const response = await fetch(url, { headers, signal })
  if (response.headers.get('content-type')?.startsWith('text/event-stream') && response.body) {
    await readEvents(response.body, onEvent)
    return false
  }
  const { code, msg }: Envelope = await response.json()
  // A tab session ends immediately. For the own session, the next call reports it, so that the user can finish typing.
  if (code === Code.sessionInvalid && hasTabSession()) endSession(msg)
  if (code === otherCompany.code) reportCompanyMismatch()
  if (code !== Code.tokenExpired) return false
  await renewTokens(token)
  return true
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })

/**
 * Listens to server-sent events until the signal aborts. The token travels in a header, which EventSource does not
 * support. Reconnects whenever the stream ends, behind the last event, with exponential backoff until an event arrives.
 * `request` is evaluated per connection.
 */
export const listen = async <E extends Endpoint>(
  { path }: E,
  request: () => RequestOf<E> & Pick<WireRequest, 'query'>,
  signal: AbortSignal,
  onEvent: (name: string, data: unknown) => void,
): Promise<void> => {
  let wait = minDelayMs
  while (!signal.aborted) {
    const handleEvent = (name: string, data: unknown) => {
      wait = minDelayMs
      onEvent(name, data)
    }
    const retryNow = await connect(path + toQuery(request()), signal, handleEvent).catch(() => {
      if (!signal.aborted) void suspectLoss()
      return false
    })
    if (!retryNow) await sleep(wait, signal)
    wait = Math.min(wait * 2, maxDelayMs)
  }
}
