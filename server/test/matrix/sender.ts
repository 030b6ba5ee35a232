import type { OutgoingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { InjectOptions } from 'fastify'
import type { TestApp } from '../harness.ts'
import { isFile } from '../hostile/gate.ts'
import type { Sample } from '../hostile/sample.ts'
import { buildShot } from '../hostile/shots.ts'

/** `text` is the body without its trace id, so that equal answers compare equal. */
export type Answer = { status: number; code: number; text: string; ms: number; errors: { field: string }[] }
type Body = { code?: number; data?: unknown; errors?: { field: string }[] }

const parseBody = (text: string): Body => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
const isStream = ({ 'content-type': type }: OutgoingHttpHeaders) => String(type).startsWith('text/event-stream')
const newestVersion = ({ code, data }: Body): number | undefined =>
  code === 409 ? (data as { current?: { version?: number } } | undefined)?.current?.version : undefined

/** Creates a function that sends valid requests. `file` is the content of uploads. */
export const createSender = ({ server }: Pick<TestApp, 'server'>, file: Uint8Array) => {
  /** A stream never ends: that it opened is its answer. */
  const inject = async (endpoint: Endpoint, request: InjectOptions) => {
    if (endpoint.wire !== 'stream') return server.inject(request)
    const { statusCode, headers, stream } = await server.inject({ ...request, payloadAsStream: true })
    const opened = isStream(headers)
    const body = opened ? '' : await text(stream())
    if (opened) stream().destroy()
    return { statusCode, headers, body }
  }
  const sendOnce = async (endpoint: Endpoint, sample: Sample) => {
    const { description: _, endpointPath: __, ...request } = buildShot(endpoint, sample, file)
    const started = performance.now()
    const { statusCode, headers, body } = await inject(endpoint, request as InjectOptions)
    const ms = performance.now() - started
    const hasNoEnvelope = isStream(headers) || isFile(headers)
    const parsed = hasNoEnvelope ? { code: 0 } : parseBody(body)
    const untraced = body.replace(/"traceId":"[0-9a-f]*"/, '')
    return {
      parsed,
      answer: { status: statusCode, code: parsed.code ?? -1, text: untraced, ms, errors: parsed.errors ?? [] },
    }
  }
  /** Sends one request; an edit of an older version is repeated on the newer one. */
  return async (endpoint: Endpoint, sample: Sample): Promise<Answer> => {
    const { parsed, answer } = await sendOnce(endpoint, sample)
    const version = newestVersion(parsed)
    if (version === undefined) return answer
    return (await sendOnce(endpoint, { ...sample, body: { ...sample.body, version } })).answer
  }
}
