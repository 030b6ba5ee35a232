import * as z from 'zod/mini'
import { defineContract, signedInBecause } from '../../kernel/endpoint.ts'
import { moment, nothing } from '../../kernel/listing.ts'
import { wholeTraceId } from './trace-id.ts'

export const maxTrailEvents = 20
export const maxErrorLength = 200
export const maxPathLength = 200

/** An address as a pattern: without its query, and without the ids and numbers in it. */
export const maskedPath = (path: string): string =>
  path.replace(/[?#].*$/s, '').replace(/[^/]*(?:[0-9a-f]{8}-|\d{4})[^/]*/gi, '{id}')

/** An address as a pattern, and nothing else. */
export const patternPath = z.string().check(
  z.maxLength(maxPathLength, `路径最多 ${maxPathLength} 个字符`),
  z.refine((path) => path.startsWith('/') && maskedPath(path) === path, '路径不能带参数和编号'),
)
/** How many milliseconds before the failed call was answered. */
const before = z.int().check(z.gte(0))

/** What a browser did: never what somebody typed or was shown. */
export const trailEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('route'), before, path: patternPath }),
  z.object({
    kind: z.literal('call'),
    before,
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
    path: patternPath,
    /** Of the envelope, or the HTTP status; -1 without an answer. */
    code: z.int(),
    ms: z.int().check(z.gte(0)),
    traceId: z.union([wholeTraceId, z.literal('')]),
  }),
  z.object({
    kind: z.literal('error'),
    before,
    message: z.string().check(z.maxLength(maxErrorLength, `报错最多 ${maxErrorLength} 个字符`)),
  }),
  z.object({ kind: z.literal('tab'), before, state: z.enum(['hidden', 'visible', 'offline', 'online']) }),
])
export type TrailEvent = z.output<typeof trailEvent>

const side = z.int().check(z.gte(0), z.lte(100_000))
export const short = z.string().check(z.maxLength(64, '最多 64 个字符'))

/** What somebody sends of his browser: which console it had loaded, its window and clock, and what it did last. */
export const trailWrite = z.object({
  version: short,
  width: side,
  height: side,
  timeZone: short,
  events: z
    .array(trailEvent)
    .check(z.minLength(1, '浏览记录不能为空'), z.maxLength(maxTrailEvents, `浏览记录最多 ${maxTrailEvents} 条`)),
})
export type TrailWrite = z.output<typeof trailWrite>

/** The same as it was kept. */
export const trail = z.extend(trailWrite, { traceId: z.string(), time: moment, agent: z.string() })
export type Trail = z.output<typeof trail>

export const trailsContract = defineContract('sysLogs', {
  attachTrail: {
    method: 'POST',
    path: '/api/sys/logs/trace/:traceId/trail/v1',
    summary: 'Attach what my browser did before a call of mine failed or was refused; once for each call',
    access: signedInBecause('whoever met a failure or a denial may say what led to it, and nobody else can'),
    reach: 'company',
    whileActing: 'home',
    rate: { n: 10, per: 'minute' },
    audit: { event: 'trail.attached' },
    params: z.object({ traceId: wholeTraceId }),
    body: trailWrite,
    reply: nothing,
  },
})
