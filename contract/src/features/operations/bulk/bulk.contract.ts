import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { bulkOutcomes, bulkUndos, bulkVerdicts } from '../../../kernel/bulk.ts'
import { defineContract, signedInBecause, unscopedBecause } from '../../../kernel/endpoint.ts'
import { id, idParams, listQuery, listSchema, moment } from '../../../kernel/listing.ts'
import { productSentence, productText } from '../../../kernel/product-text.ts'
import { maxTicked } from '../../../kernel/sheet.ts'
import { t } from '../../../kernel/texts.ts'
import { judgedEach } from '../../access/row-scopes/id-bounds.ts'

const word = z.string('请选择操作').check(z.regex(/^[A-Za-z]{1,40}$/, '请选择操作'))
const values = z.record(z.string().check(z.maxLength(40)), z.unknown())
const bulkCreate = z.object({
  entity: word,
  operation: word,
  /** The rows by id; absent: all that the filter finds. */
  ids: z.optional(
    z
      .array(id)
      .check(
        z.minLength(1, '请先选择数据'),
        z.maxLength(maxTicked, { error: () => t('最多勾选 {maxTicked} 条', { maxTicked }) }),
      ),
  ),
  /** Search and filters of the list, as its call takes them. */
  filter: z.optional(values),
  /** What the operation asks for. */
  input: z._default(values, {}),
})
export type BulkCreate = z.output<typeof bulkCreate>

/** Rows by what becomes of them. */
const tally = <const W extends readonly string[]>(words: W) =>
  z.object(Object.fromEntries(words.map((each) => [each, z.int()])) as Record<W[number], ReturnType<typeof z.int>>)
const bulkDetails = z.object({
  id: z.string(),
  entity: z.string(),
  operation: z.string(),
  /** What it does with what. */
  title: productSentence(),
  /** What users call a row. */
  noun: productText(),
  /** `checking`: rows are being judged. `started`: its run changes them, or has done so. */
  state: z.enum(['checking', 'checked', 'started']),
  total: z.int(),
  verdicts: tally(bulkVerdicts),
  outcomes: tally(bulkOutcomes),
  undos: tally(bulkUndos),
  /** What else it ends or gives, summed over the rows that it changes. */
  impact: z.array(z.object({ name: productText(), count: z.int() })),
  /** The run that judges the rows; null if they were judged at once. */
  checkRun: z.nullable(z.string()),
  /** The run that changes them. */
  runId: z.nullable(z.string()),
  /** Whether it can be taken back. */
  undoable: z.boolean(),
  /** New passwords that can be downloaded, once. */
  passwords: z.int(),
  /** Whether its rows are of all companies. */
  across: z.boolean(),
  createTime: moment,
})
export type BulkDetails = z.output<typeof bulkDetails>

const bulkRow = z.object({
  id: z.string(),
  /** Empty for rows that the caller does not see. */
  name: z.string(),
  verdict: z.nullable(z.enum(bulkVerdicts)),
  outcome: z.nullable(z.enum(bulkOutcomes)),
  undo: z.nullable(z.enum(bulkUndos)),
  /** Why nothing was changed; empty otherwise. */
  reason: productSentence(),
})
export type BulkRow = z.output<typeof bulkRow>
const bulkRowsQuery = listQuery({
  sortable: [],
  filters: { verdict: z.enum(bulkVerdicts), outcome: z.enum(bulkOutcomes), undo: z.enum(bulkUndos) },
})
export type BulkRowsQuery = z.output<typeof bulkRowsQuery>

const path = '/api/sys/bulks'
const access = signedInBecause('requires the permission of the call that does the same for one row')

/** Operations on many rows. */
export const bulkContract = defineContract('sysBulks', {
  create: {
    method: 'POST',
    path: `${path}/v1`,
    summary: 'Select rows for an operation and judge each as its call would; nothing is changed yet',
    access,
    reach: 'company',
    whileActing: 'guest',
    audit: { none: 'judges rows and changes none; what is applied is audited' },
    quiet: true,
    body: bulkCreate,
    reply: bulkDetails,
    ids: { 'body.ids': judgedEach },
  },
  get: {
    method: 'GET',
    path: `${path}/:id/v1`,
    summary: 'Read one of the caller’s operations with its counts, by its id or by that of a run that works on it',
    access,
    reach: 'company',
    whileActing: 'guest',
    params: idParams,
    reply: bulkDetails,
  },
  rows: {
    method: 'GET',
    path: `${path}/:id/rows/v1`,
    summary: 'List the rows of one of the caller’s operations, with what becomes of each and why',
    access,
    reach: 'company',
    whileActing: 'guest',
    wire: 'list',
    namesUsers: unscopedBecause('names rows that the caller has selected, as far as they saw them then'),
    params: idParams,
    query: bulkRowsQuery,
    reply: listSchema(bulkRow),
  },
  apply: {
    method: 'PUT',
    path: `${path}/:id/apply/v1`,
    summary: 'Change the rows that were judged so: a few at once, many as a run; rows that have changed since are left',
    access,
    reach: 'company',
    whileActing: 'guest',
    audit: { event: 'bulk.applied', namesPeople: true },
    quiet: true,
    params: idParams,
    reply: bulkDetails,
  },
  passwords: {
    method: 'POST',
    path: `${path}/:id/passwords/v1`,
    summary: 'Download the new passwords of one of the caller’s operations as a workbook, once',
    access,
    reach: 'manual',
    whileActing: 'guest',
    wire: 'binary',
    namesUsers: unscopedBecause('names rows that the caller has selected, as far as they saw them then'),
    audit: { event: 'bulkPasswords.downloaded', namesPeople: true },
    quiet: true,
    params: idParams,
    reply: binary,
  },
  createAcross: {
    method: 'POST',
    path: `${path}/across/v1`,
    summary: 'Select and judge rows of all companies, such as the companies themselves, for an operation',
    access,
    reach: 'platform',
    audit: { none: 'judges rows and changes none; what is applied is audited' },
    quiet: true,
    body: bulkCreate,
    reply: bulkDetails,
    ids: { 'body.ids': judgedEach },
  },
  applyAcross: {
    method: 'PUT',
    path: `${path}/:id/across/v1`,
    summary: 'Change the rows of all companies that were judged so',
    access,
    reach: 'platform',
    audit: { event: 'bulkAcross.applied', namesPeople: true },
    quiet: true,
    params: idParams,
    reply: bulkDetails,
  },
})
