import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { isThorough } from '../thorough.ts'

/** `where` is the endpoint's path as declared, `says` what is hostile; both are for the report. */
export type Shot = InjectOptions & { method: string; url: string; where: string; says: string }

const patienceMs = 2000
/** More at once take more connections, each of which plans every statement for itself. */
const atOnce = isThorough ? 16 : 4
const traceId = /^[0-9a-f]{32}$/
/** Words of a database, a stack or a path have no place in a sentence for people. */
const inside = /syntax error|invalid input syntax|relation "|column "|\bat \w+ \(|node_modules|\.ts:\d/i

/** Whether an answer is a file, which has no envelope. */
export const isFile = ({ 'content-type': type }: OutgoingHttpHeaders) =>
  /^(image\/|application\/(zip|octet-stream)|text\/csv)/.test(String(type))

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
  if (inside.test(msg)) return `the sentence shows our inside: ${msg}`
  return typeof trace === 'string' && traceId.test(trace) ? undefined : 'the envelope has no trace id'
}

/**
 * Fires requests at a server and judges each answer: no 5xx, a well-formed envelope (or bytes that were asked for),
 * nothing slower than two seconds whenever it is asked: what was slow among many is asked again by itself, for the
 * machine may just have been busy. Faults are collected, so that one run shows them all.
 */
export const createGate = (server: FastifyInstance) => {
  const faults = new Map<string, string>()
  const codes = new Map<number, number>()
  const slow: Shot[] = []
  let sent = 0
  let slowestMs = 0

  const send = async ({ says: _says, where: _where, ...request }: Shot) => {
    const started = performance.now()
    const answer = await server.inject(request as InjectOptions)
    return { answer, ms: performance.now() - started }
  }
  // One example of each kind is enough to work with; a thousand would hide the others.
  const blame = ({ method, where, says }: Shot, problems: readonly string[], body: string) => {
    const kind = `${method} ${where}: ${problems.join(', ').replace(/\d+ ms/, '… ms')}`
    if (!faults.has(kind)) faults.set(kind, `${kind} — after ${says.slice(0, 100)} — ${body.slice(0, 200)}`)
  }

  const judge = async (shot: Shot) => {
    const { answer, ms } = await send(shot)
    slowestMs = Math.max(slowestMs, ms)
    sent += 1
    if (ms > patienceMs) slow.push(shot)
    const file = isFile(answer.headers)
    const code = file ? 0 : Number(parsed(answer.body)?.code)
    codes.set(code, (codes.get(code) ?? 0) + 1)
    const problems = [
      answer.statusCode >= 500 && `status ${answer.statusCode}`,
      !file && faultInEnvelope(answer.body),
    ].filter((problem) => typeof problem === 'string')
    if (problems.length > 0) blame(shot, problems, answer.body)
  }

  const judgeSlowOnes = async () => {
    for (const shot of slow.splice(0)) {
      const again = [await send(shot), await send(shot)]
      const fastest = again.sort((a, b) => a.ms - b.ms)[0]
      if (fastest && fastest.ms > patienceMs) blame(shot, [`took ${Math.round(fastest.ms)} ms`], fastest.answer.body)
    }
  }

  return {
    /** The faults since they were last taken, an example of each kind. */
    takeFaults() {
      const found = [...faults.values()]
      faults.clear()
      return found
    },
    codes,
    figures: () => ({ sent, slowestMs: Math.round(slowestMs) }),
    /** Fires them all, some at once. */
    async volley(shots: readonly Shot[]) {
      const waiting = [...shots]
      const one = async () => {
        for (let shot = waiting.pop(); shot; shot = waiting.pop()) await judge(shot)
      }
      await Promise.all(Array.from({ length: atOnce }, one))
      await judgeSlowOnes()
    },
  }
}
