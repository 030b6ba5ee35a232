import * as z from 'zod/mini'
import { defineContract, type InputOf, permitted, signedInBecause } from '../../../kernel/endpoint.ts'
import { exportEndpoint } from '../../../kernel/export-endpoint.ts'
import { maxSearchLength, multilineText } from '../../../kernel/fields.ts'
import { id, idParams, keysetQuery, listSchema, moment, nothing, person, timeRange } from '../../../kernel/listing.ts'
import { productText } from '../../../kernel/product-text.ts'
import { exportBody } from '../../../kernel/sheet.ts'
import { t } from '../../../kernel/texts.ts'
import { traceId } from '../../../kernel/trace-id.ts'
import { failedCallSheet } from './failed-calls.sheet.ts'

export const failureStates = ['open', 'handled'] as const

/** A failed call (server error), counted per user and failure within an hour. */
export const failedCall = z.object({
  id: z.string(),
  /** Cursor for paging. */
  seq: z.int(),
  /** Of the first and the last occurrence. */
  traceId: z.string(),
  lastTraceId: z.string(),
  time: moment,
  lastTime: moment,
  times: z.int(),
  /** Null if the caller is unknown or belongs to another company, whose users are not shown. */
  user: z.nullable(z.extend(person, { account: z.string() })),
  /** The caller's company, shown to the operator; null for the reader's own. */
  company: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The visited company, if the caller acted as a guest. */
  acting: z.nullable(z.object({ id: z.string(), name: z.string(), mode: z.enum(['view', 'manage']) })),
  method: z.string(),
  path: z.string(),
  /** Display name of the API; empty if it is no longer served. */
  name: productText(),
  code: z.int(),
  /** Error name, with the database's error code if any. */
  error: z.string(),
  /** Without secrets and personal data. */
  message: z.string(),
  /** Names of the submitted fields: `body.name`. */
  inputs: z.array(z.string()),
  ms: z.int(),
  /** What the failed transaction used; null outside of one. */
  database: z.nullable(z.object({ statements: z.int(), ms: z.int() })),
  version: z.string(),
  /** `by` is null if the operator handled it. */
  handled: z.nullable(z.object({ time: moment, by: z.nullable(z.string()), remark: z.string() })),
})
export type FailedCall = z.output<typeof failedCall>

const failuresQuery = keysetQuery({
  filters: {
    time: timeRange,
    user: id,
    api: z
      .string()
      .check(
        z.trim(),
        z.maxLength(maxSearchLength, { error: () => t('最多 {maxSearchLength} 个字符', { maxSearchLength }) }),
      ),
    trace: traceId,
    state: z.enum(failureStates),
  },
})
export type FailuresQuery = z.output<typeof failuresQuery>
const failuresFilter = z.omit(failuresQuery, { size: true, after: true, before: true })
export type FailuresFilter = z.output<typeof failuresFilter>

export const failureHandling = z.object({ remark: multilineText(200, '请填写处理说明') })

/** The failure as shown to the user who met it, without internals. */
export const ownFailure = z.object({
  traceId: z.string(),
  time: moment,
  /** The operation that failed. */
  what: productText(),
  /** Whether the operation writes. */
  changes: z.boolean(),
  handled: z.boolean(),
})
export type OwnFailure = z.output<typeof ownFailure>

export const failedCallsContract = defineContract('sysLogs', {
  failures: {
    method: 'GET',
    path: '/api/sys/logs/error/v1',
    summary:
      'List calls of the company that failed with a server error within thirty days, newest first; the operator sees all companies',
    access: permitted('error'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'inRowScope',
    query: failuresQuery,
    reply: listSchema(failedCall),
  },
  exportFailures: {
    ...exportEndpoint({
      noun: 'failed calls',
      path: '/api/sys/logs/error/export/v1',
      event: 'failedCall.exported',
      namesUsers: 'inRowScope',
      filter: failuresFilter,
      sheet: failedCallSheet,
    }),
    // As other logs, what the filter finds.
    body: z.omit(exportBody(failuresFilter, failedCallSheet), { ids: true }),
  },
  failureStack: {
    method: 'GET',
    path: '/api/sys/logs/error/:id/stack/v1',
    summary: 'Read the stack trace of a failed call',
    access: permitted('stack'),
    reach: 'company',
    params: idParams,
    reply: z.object({ stack: z.string() }),
  },
  handleFailure: {
    method: 'PUT',
    path: '/api/sys/logs/error/:id/handle/v1',
    summary: 'Mark a failure as handled, with a note; a recurrence is a new failure',
    access: permitted('handle'),
    reach: 'company',
    audit: { event: 'failedCall.handled' },
    params: idParams,
    body: failureHandling,
    reply: nothing,
  },
  ownFailure: {
    method: 'GET',
    path: '/api/sys/logs/error/mine/v1',
    summary: 'Read a failed call of the caller, and whether it is handled',
    access: signedInBecause('callers may learn that a failure was not their fault, and whether it is handled'),
    reach: 'company',
    whileActing: 'home',
    query: z.object({ traceId }),
    reply: ownFailure,
  },
})
export type FailuresExport = InputOf<typeof failedCallsContract.exportFailures>['body']
