import * as z from 'zod/mini'
import { defineContract, permitted, signedInBecause } from '../../kernel/endpoint.ts'
import { maxSearchLength, multilineText } from '../../kernel/fields.ts'
import { id, idParams, keysetQuery, listOf, moment, nothing, person, timeRange } from '../../kernel/listing.ts'
import { traceId } from './trace-id.ts'

export const failureStates = ['open', 'handled'] as const

/** A call that failed on our side, and how often the same person met the same within the hour. */
export const failedCall = z.object({
  id: z.string(),
  /** What pages are counted from. */
  seq: z.int(),
  /** Of the first time, and of the last. */
  traceId: z.string(),
  lastTraceId: z.string(),
  time: moment,
  lastTime: moment,
  times: z.int(),
  /** Null where it is not known who called, and where another company's person did: of him nothing is told. */
  user: z.nullable(z.extend(person, { account: z.string() })),
  /** Whose call it was, for the operator; null where it is the reader's own company. */
  company: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The company he acted in as a guest. */
  acting: z.nullable(z.object({ id: z.string(), name: z.string(), mode: z.enum(['view', 'manage']) })),
  method: z.string(),
  path: z.string(),
  /** What the API is called; empty for one that is served no longer. */
  name: z.string(),
  code: z.int(),
  /** Its name, with the database's code where it has one. */
  error: z.string(),
  /** Without what sounds secret or personal. */
  message: z.string(),
  /** The names of what was sent: `body.name`. */
  inputs: z.array(z.string()),
  ms: z.int(),
  /** What the transaction in which it failed had taken; null where it failed outside of one. */
  database: z.nullable(z.object({ statements: z.int(), ms: z.int() })),
  version: z.string(),
  /** `by` is null where somebody of the operator's did it. */
  handled: z.nullable(z.object({ time: moment, by: z.nullable(z.string()), remark: z.string() })),
})
export type FailedCall = z.output<typeof failedCall>

const failuresQuery = keysetQuery({
  filters: {
    time: timeRange,
    user: id,
    api: z.string().check(z.trim(), z.maxLength(maxSearchLength, `最多 ${maxSearchLength} 个字符`)),
    trace: traceId,
    state: z.enum(failureStates),
  },
})
export type FailuresQuery = z.output<typeof failuresQuery>

export const failureHandling = z.object({ remark: multilineText(200, '请填写处理说明') })

/** The same for whoever met it: nothing of how it came about. */
export const ownFailure = z.object({
  traceId: z.string(),
  time: moment,
  /** What he was about to do. */
  what: z.string(),
  /** It was to change something. */
  changes: z.boolean(),
  handled: z.boolean(),
})
export type OwnFailure = z.output<typeof ownFailure>

export const failedCallsContract = defineContract('sysLogs', {
  failures: {
    method: 'GET',
    path: '/api/sys/logs/error/v1',
    summary: 'Calls of my company that failed on our side within thirty days, newest first; to the operator of all',
    access: permitted('error'),
    reach: 'company',
    wire: 'list',
    people: 'scoped',
    query: failuresQuery,
    reply: listOf(failedCall),
  },
  failureStack: {
    method: 'GET',
    path: '/api/sys/logs/error/:id/stack/v1',
    summary: 'Where in the product a call failed',
    access: permitted('stack'),
    reach: 'company',
    params: idParams,
    reply: z.object({ stack: z.string() }),
  },
  handleFailure: {
    method: 'PUT',
    path: '/api/sys/logs/error/:id/handle/v1',
    summary: 'Note that a failure was seen to, and how; when it happens again it is a new one',
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
    summary: 'What of mine failed, and whether somebody has seen to it',
    access: signedInBecause('whoever met a failure may know that it was not his, and what became of it'),
    reach: 'company',
    whileActing: 'home',
    query: z.object({ traceId }),
    reply: ownFailure,
  },
})
