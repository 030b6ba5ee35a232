import * as z from 'zod/mini'
import { defineContract, signedInBecause } from '../../../kernel/endpoint.ts'
import { moment, nothing } from '../../../kernel/listing.ts'
import { t } from '../../../kernel/texts.ts'
import { fullTraceId } from '../../../kernel/trace-id.ts'

export const maxBreadcrumbs = 20
export const maxErrorLength = 200
export const maxPathLength = 200

/** A path without query, ids and numbers. */
export const maskedPath = (path: string): string =>
  path.replace(/[?#].*$/s, '').replace(/[^/]*(?:[0-9a-f]{8}-|\d{4})[^/]*/gi, '{id}')

/** A path that `maskedPath` leaves unchanged. */
export const patternPath = z.string().check(
  z.maxLength(maxPathLength, { error: () => t('路径最多 {maxPathLength} 个字符', { maxPathLength }) }),
  z.refine((path) => path.startsWith('/') && maskedPath(path) === path, '路径不能带参数和编号'),
)
/** Milliseconds before the failed call was answered. */
const beforeMs = z.int().check(z.gte(0))

/** A browser event; never contains input or content. */
export const breadcrumb = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('route'), before: beforeMs, path: patternPath }),
  z.object({
    kind: z.literal('call'),
    before: beforeMs,
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
    path: patternPath,
    /** Of the envelope, or the HTTP status; -1 without an answer. */
    code: z.int(),
    ms: z.int().check(z.gte(0)),
    traceId: z.union([fullTraceId, z.literal('')]),
  }),
  z.object({
    kind: z.literal('error'),
    before: beforeMs,
    message: z
      .string()
      .check(z.maxLength(maxErrorLength, { error: () => t('报错最多 {maxErrorLength} 个字符', { maxErrorLength }) })),
  }),
  z.object({ kind: z.literal('tab'), before: beforeMs, state: z.enum(['hidden', 'visible', 'offline', 'online']) }),
])
export type Breadcrumb = z.output<typeof breadcrumb>

const windowSide = z.int().check(z.gte(0), z.lte(100_000))
export const shortText = z.string().check(z.maxLength(64, '最多 64 个字符'))

/** Breadcrumbs as sent by a browser: console version, window, time zone and last events. */
export const breadcrumbsWrite = z.object({
  version: shortText,
  width: windowSide,
  height: windowSide,
  timeZone: shortText,
  events: z
    .array(breadcrumb)
    .check(
      z.minLength(1, '操作步骤不能为空'),
      z.maxLength(maxBreadcrumbs, { error: () => t('操作步骤最多 {maxBreadcrumbs} 条', { maxBreadcrumbs }) }),
    ),
})
export type BreadcrumbsWrite = z.output<typeof breadcrumbsWrite>

/** Breadcrumbs as stored. */
export const breadcrumbs = z.extend(breadcrumbsWrite, { traceId: z.string(), time: moment, agent: z.string() })
export type Breadcrumbs = z.output<typeof breadcrumbs>

export const breadcrumbsContract = defineContract('sysLogs', {
  attachTrail: {
    method: 'POST',
    path: '/api/sys/logs/trace/:traceId/trail/v1',
    summary: 'Attach browser breadcrumbs to a failed or refused call of the caller; once per call',
    access: signedInBecause('only the caller of a failed or refused call can report what led to it'),
    reach: 'company',
    whileActing: 'home',
    rate: { n: 10, per: 'minute' },
    audit: { event: 'trail.attached' },
    params: z.object({ traceId: fullTraceId }),
    body: breadcrumbsWrite,
    reply: nothing,
  },
})
