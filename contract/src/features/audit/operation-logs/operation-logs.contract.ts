import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { defineContract, type InputOf, permitted } from '../../../kernel/endpoint.ts'
import { exportEndpoint } from '../../../kernel/export-endpoint.ts'
import { fieldChange } from '../../../kernel/field-change.ts'
import { maxSearchLength } from '../../../kernel/fields.ts'
import { histogramReply } from '../../../kernel/histogram.ts'
import { id, keysetQuery, listSchema, moment, person, timeRange } from '../../../kernel/listing.ts'
import { productSentence, productText } from '../../../kernel/product-text.ts'
import { maskedByPermission } from '../../../kernel/restrictions.ts'
import { exportBody } from '../../../kernel/sheet.ts'
import { traceId } from '../../../kernel/trace-id.ts'
import { isNamedByProduct } from './named-entities.ts'
import { operationLogSheet } from './operation-logs.sheet.ts'

export const operationResults = ['success', 'failure'] as const
/** Maximum rows of an export. */
/** Unindexed text search covers this many of the newest rows in the time range. */
export const maxSearchedRows = 100_000

const nameWord = z.string().check(z.regex(/^[A-Za-z]{1,40}$/, '名称格式不正确'))

const filters = {
  time: timeRange,
  user: id,
  event: z.string().check(z.regex(/^[A-Za-z]{1,40}\.[A-Za-z]{1,40}$/, '名称格式不正确')),
  module: nameWord,
  result: z.enum(operationResults),
  ip: z.string().check(z.trim(), z.maxLength(45, '最多 45 个字符')),
  trace: traceId,
}

export const operationLogRow = maskedByPermission(
  z.object({
    /** Number in the company's chain; also the cursor for paging. */
    seq: z.int(),
    id: z.string(),
    time: moment,
    traceId: z.string(),
    /** `guestOf`: the home company of a guest. */
    actor: z.nullable(z.extend(person, { guestOf: z.optional(z.string()) })),
    sessionId: z.nullable(z.string()),
    ip: z.string(),
    area: productText(),
    agent: z.string(),
    module: z.string(),
    /** The event's name: `baseParameter.updated`. */
    action: z.string(),
    entity: z.string(),
    entityId: z.string(),
    entityName: productSentence(isNamedByProduct),
    before: z.unknown(),
    after: z.unknown(),
    diff: z.array(fieldChange),
    ok: z.boolean(),
    code: z.int(),
    /** Error message; empty for a success. */
    reason: productSentence(),
    ms: z.int(),
  }),
  'log.row',
)
export type OperationLogRow = z.output<typeof operationLogRow>
const operationsQuery = keysetQuery({ filters })
export type OperationsQuery = z.output<typeof operationsQuery>

const optionalFilters = z.object({
  search: z._default(z.string().check(z.trim(), z.maxLength(maxSearchLength)), ''),
  'f.time': z.optional(filters.time),
  'f.user': z.optional(filters.user),
  'f.event': z.optional(filters.event),
  'f.module': z.optional(filters.module),
  'f.result': z.optional(filters.result),
  'f.ip': z.optional(filters.ip),
  'f.trace': z.optional(filters.trace),
})
export type OperationsFilter = z.output<typeof optionalFilters>

export const chainFaults = ['changed', 'missing', 'cut', 'rewritten', 'unsigned'] as const
/** Maximum rows of a proof, about twenty megabytes. */
export const maxProvenRows = 10_000

export const hex = z.string().check(z.regex(/^([0-9a-f]{2})*$/))
/** A signed position of a company's chain. The signature keeps the owner of the database from rewriting the chain. */
export const checkpoint = z.object({
  company: id,
  /** Covers the rows after this one, up to `seq`. */
  after: z.int(),
  seq: z.int(),
  /** Of row `seq`. */
  hash: hex,
  /** Root of the Merkle tree over the rows' hashes. */
  root: hex,
  time: moment,
  signature: hex,
})
export type Checkpoint = z.output<typeof checkpoint>
/** Checkpoints as exported, to be compared later. */
export const checkpointFile = z.object({
  /** Ed25519, base64 of its SPKI form. */
  publicKey: z.string(),
  /** Short form for comparing keys by eye. */
  fingerprint: z.string(),
  checkpoints: z.array(checkpoint),
})

export const operationLogsContract = defineContract('sysLogs', {
  operations: {
    method: 'GET',
    path: '/api/sys/logs/oper/v1',
    summary: 'List operations in the company, newest first, paged by cursor',
    access: permitted('oper'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'inRowScope',
    query: operationsQuery,
    reply: listSchema(operationLogRow),
  },
  operationsHistogram: {
    method: 'GET',
    path: '/api/sys/logs/oper/histogram/v1',
    summary: 'Count the operations of the list over time',
    access: permitted('oper'),
    reach: 'company',
    query: optionalFilters,
    reply: histogramReply,
  },
  exportOperations: {
    ...exportEndpoint({
      noun: 'operations',
      path: '/api/sys/logs/oper/export/v1',
      event: 'operationLog.exported',
      namesUsers: 'inRowScope',
      filter: optionalFilters,
      sheet: operationLogSheet,
    }),
    // Rows are found by number, and have no index by id.
    body: z.omit(exportBody(optionalFilters, operationLogSheet), { ids: true }),
  },
  exportProof: {
    method: 'POST',
    path: '/api/sys/logs/oper/proof/v1',
    summary:
      'Export matching operations as JSON with a proof, verifiable without a database, that the log holds them unchanged',
    access: permitted('export'),
    reach: 'manual',
    wire: 'binary',
    namesUsers: 'inRowScope',
    audit: { event: 'operationLog.proved' },
    // Hashes cover complete rows, so nothing can be masked.
    unmasked: true,
    quiet: true,
    body: optionalFilters,
    reply: binary,
  },
  verifyChain: {
    method: 'GET',
    path: '/api/sys/logs/verify/v1',
    summary: 'Verify a range of the company’s audit chain; repeated from where it ended, up to the head',
    access: permitted('verify'),
    reach: 'company',
    query: z.object({
      from: z._default(z.pipe(z.coerce.number(), z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER - 1))), 0),
    }),
    reply: z.object({
      /** The last archived row, up to which the range was skipped; 0 if there is none. */
      archived: z.int(),
      checked: z.int(),
      /** The last checked row. */
      upTo: z.int(),
      /** The newest row, or the one that should be. */
      head: z.int(),
      broken: z.optional(
        z.object({
          /** For a rewritten range its first possible row; earlier rows are intact. */
          seq: z.int(),
          /** Last row of a rewritten range. */
          last: z.optional(z.int()),
          fault: z.enum(chainFaults),
          /** Of the broken row; null if it is missing. */
          time: z.nullable(moment),
          action: z.nullable(z.string()),
        }),
      ),
    }),
  },
  checkpoints: {
    method: 'GET',
    path: '/api/sys/logs/checkpoints/v1',
    summary: 'Read the newest thousand signed checkpoints of the company’s audit chain, to be stored elsewhere',
    access: permitted('verify'),
    reach: 'company',
    reply: checkpointFile,
  },
  timeline: {
    method: 'GET',
    path: '/api/sys/timeline/:entity/:id/v1',
    summary: 'List the operations on one row, newest first',
    access: permitted('oper'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'inRowScope',
    params: z.object({ entity: nameWord, id }),
    query: keysetQuery({ filters: {} }),
    reply: listSchema(operationLogRow),
  },
})
export type OperationsExport = InputOf<typeof operationLogsContract.exportOperations>['body']
