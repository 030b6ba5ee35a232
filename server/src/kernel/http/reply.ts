import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Binary, BinaryReply } from '@atrium/contract/kernel/binary.ts'
import { findCustomEntity } from '@atrium/contract/kernel/custom-fields.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import type { EventStream } from '@atrium/contract/kernel/event-stream.ts'
import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { BodyCipher } from './body-cipher.ts'
import { isKnown } from './etag.ts'
import { sendStream } from './event-stream.ts'
import { inLanguageOfCall } from './reply-texts.ts'

type Answer = { data: unknown; total?: number; more?: boolean }
type Wrap = { traceId: string; cipher: BodyCipher | undefined }
export type Send = (reply: FastifyReply, result: unknown, wrap: Wrap) => FastifyReply

const text = { type: 'string' } as const
const integer = { type: 'integer' } as const

/**
 * Custom values are as the server has put them together, field by field: telling apart what each may be would cost more
 * than the rest of a list.
 */
const leaveCustomValues = ({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: object }) => {
  if (!findCustomEntity(zodSchema, 'row')) return
  for (const name of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, name)
}
const toReplySchema = (schema: z.ZodMiniType) => {
  // Definitions of recursive schemas move to the root, where their references point.
  const {
    $schema: _,
    $defs,
    ...rest
  } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: leaveCustomValues,
  })
  return { $defs, rest }
}
const toDataSchema = (endpoint: Endpoint) => {
  const { $defs, rest } = toReplySchema(endpoint.reply)
  return { $defs, data: endpoint.wire === 'list' ? (rest.properties?.data ?? {}) : rest }
}

/** The answer of a handler whose transaction is over: opens the bytes of a file that it did not read itself. */
export const opened = async ({ wire }: Endpoint, answer: unknown): Promise<unknown> => {
  if (wire !== 'binary') return answer
  const reply = answer as BinaryReply
  return typeof reply === 'function' ? reply() : reply
}

const sendBinary: Send = (reply, result) => {
  const { bytes, type, headers, status = 200 } = result as Binary
  return reply
    .status(status)
    .headers({ ...headers })
    .type(type)
    .send(bytes instanceof Uint8Array ? Buffer.from(bytes) : Readable.from(bytes, { objectMode: false }))
}

/**
 * @returns functions that turn an endpoint's envelope, or its data alone, into JSON, with no field but the declared
 * ones
 */
const createSerializers = (endpoint: Endpoint) => {
  const { $defs, data } = toDataSchema(endpoint)
  const envelope = {
    type: 'object',
    properties: { code: integer, msg: text, data, total: integer, more: { type: 'boolean' }, traceId: text },
    ...($defs && { $defs }),
  }
  return {
    envelope: fastJson(envelope as Schema),
    data: fastJson({ ...(data as object), ...($defs && { $defs }) } as Schema),
  }
}

const toEtag = (data: string) => `"${createHash('sha256').update(data).digest('base64url').slice(0, 22)}"`
/**
 * Sets the entity tag of the data and its total.
 * @returns whether the caller has it already
 */
const isUnchanged = (reply: FastifyReply, data: string) => {
  const etag = toEtag(data)
  reply.header('etag', etag)
  return isKnown(reply.request.headers['if-none-match'] ?? '', etag)
}

/** Whether shared caches may keep an answer; undefined: not at all. */
const toCacheControl = (endpoint: Endpoint): string | undefined => {
  if (endpoint.method !== 'GET' || !endpoint.cache || endpoint.access.kind !== 'public') return undefined
  const { seconds, staleSeconds } = endpoint.cache
  return `public, max-age=${seconds}, stale-while-revalidate=${staleSeconds}`
}

/**
 * Creates the sender of one endpoint's answers: the envelope around the fields of the reply schema, and nothing else.
 * Compiles the serializers for the first answer, as compiling those of every endpoint delays each start.
 */
export const createSender = (endpoint: Endpoint): Send => {
  if (endpoint.wire === 'binary') return sendBinary
  if (endpoint.wire === 'stream') return (reply, result) => sendStream(reply, result as EventStream)
  let serializers: ReturnType<typeof createSerializers> | undefined
  const isTagged = endpoint.method === 'GET' && endpoint.etag === true
  const caching = toCacheControl(endpoint)
  const toAnswer = (source: unknown): Answer => {
    const result = inLanguageOfCall(endpoint.reply, source)
    return endpoint.wire === 'list' ? (result as Answer) : { data: result }
  }
  return (reply, result, { traceId, cipher }) => {
    serializers ??= createSerializers(endpoint)
    const { data, total, more } = toAnswer(result)
    const isKept = isTagged && isUnchanged(reply, `${serializers.data(data ?? null)}${total ?? ''}`)
    if (caching !== undefined) reply.headers({ 'cache-control': caching, vary: 'accept-language' })
    if (isKept) return reply.code(304).send()
    const head = { code: Code.ok, msg: 'ok', total, more, traceId }
    const json = cipher
      ? JSON.stringify({ ...head, cipher: cipher.encrypt(serializers.data(data ?? null)) })
      : serializers.envelope({ ...head, data: data ?? null })
    return reply.type('application/json; charset=utf-8').send(json)
  }
}
