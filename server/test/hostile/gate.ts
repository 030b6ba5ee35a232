import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { isThorough } from '../thorough.ts'

/** `endpointPath` as declared and `description` of the hostile part appear in reports. */
export type Shot = InjectOptions & { method: string; url: string; endpointPath: string; description: string }

const maxResponseMs = 2000
/** Every concurrent request takes a connection, and each connection plans all statements again. */
const concurrency = isThorough ? 16 : 4
const traceId = /^[0-9a-f]{32}$/
/** Text of a database, a stack or a path, which no user message may contain. */
const internalDetail = /syntax error|invalid input syntax|relation "|column "|\bat \w+ \(|node_modules|\.ts:\d/i

/** Whether a response is a file, which has no envelope. */
export const isFile = ({ 'content-type': type }: OutgoingHttpHeaders) =>
  /^(image\/|application\/(zip|octet-stream|vnd\.openxmlformats|vnd\.oai\.openapi)|text\/(csv|x-gettext-translation))/.test(
    String(type),
  )

const parsed = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
const faultInEnvelope = (text: string): string | undefined => {
  const envelope = parsed(text)
  if (!envelope) return 'the answer is no JSON object'
  const { code, msg, traceId: trace } = envelope
  if (!Number.isInteger(code)) return 'the envelope has no code'
  if (code === 500 || code === 503) return `the envelope says ${code}`
  if (typeof msg !== 'string' || msg === '') return 'the envelope has no sentence'
  if (internalDetail.test(msg)) return `the sentence shows our inside: ${msg}`
  return typeof trace === 'string' && traceId.test(trace) ? undefined : 'the envelope has no trace id'
}

/**
 * Sends requests and checks each response: no 5xx, a well-formed envelope (or a requested file), at most two seconds.
 * Slow requests are repeated alone, since the machine may have been busy. Faults are collected, so that one run shows
 * all of them.
 */
export const createGate = (server: FastifyInstance) => {
  const faults = new Map<string, string>()
  const codes = new Map<number, number>()
  const slow: Shot[] = []
  let sent = 0
  let slowestMs = 0

  const send = async ({ description: _description, endpointPath: _path, ...request }: Shot) => {
    const started = performance.now()
    const answer = await server.inject(request as InjectOptions)
    return { answer, ms: performance.now() - started }
  }
  // Keeps one example per kind of fault.
  const addFault = ({ method, endpointPath, description }: Shot, problems: readonly string[], body: string) => {
    const kind = `${method} ${endpointPath}: ${problems.join(', ').replace(/\d+ ms/, '… ms')}`
    if (!faults.has(kind)) faults.set(kind, `${kind} — after ${description.slice(0, 100)} — ${body.slice(0, 200)}`)
  }

  const checkAnswer = async (shot: Shot) => {
    const { answer, ms } = await send(shot)
    slowestMs = Math.max(slowestMs, ms)
    sent += 1
    if (ms > maxResponseMs) slow.push(shot)
    const file = isFile(answer.headers)
    const code = file ? 0 : Number(parsed(answer.body)?.code)
    codes.set(code, (codes.get(code) ?? 0) + 1)
    const problems = [
      answer.statusCode >= 500 && `status ${answer.statusCode}`,
      !file && faultInEnvelope(answer.body),
    ].filter((problem) => typeof problem === 'string')
    if (problems.length > 0) addFault(shot, problems, answer.body)
  }

  const recheckSlow = async () => {
    for (const shot of slow.splice(0)) {
      const again = [await send(shot), await send(shot)]
      const fastest = again.sort((a, b) => a.ms - b.ms)[0]
      if (fastest && fastest.ms > maxResponseMs)
        addFault(shot, [`took ${Math.round(fastest.ms)} ms`], fastest.answer.body)
    }
  }

  return {
    /** Returns the faults since the last call, one example of each kind. */
    takeFaults() {
      const found = [...faults.values()]
      faults.clear()
      return found
    },
    codes,
    figures: () => ({ sent, slowestMs: Math.round(slowestMs) }),
    /** Sends all requests, `concurrency` at a time. */
    async volley(shots: readonly Shot[]) {
      const pending = [...shots]
      const one = async () => {
        for (let shot = pending.pop(); shot; shot = pending.pop()) await checkAnswer(shot)
      }
      await Promise.all(Array.from({ length: concurrency }, one))
      await recheckSlow()
    },
  }
}
