import * as z from 'zod/mini'
import { account } from '../../../kernel/account.ts'
import { defineContract, permitted, unscopedBecause } from '../../../kernel/endpoint.ts'
import { text } from '../../../kernel/fields.ts'
import { created, id, idParams, listQuery, listSchema, moment, person } from '../../../kernel/listing.ts'
import { productSentence } from '../../../kernel/product-text.ts'
import { t } from '../../../kernel/texts.ts'
import { archiveRate } from '../archive/archive.contract.ts'
import { comparedKinds, restoredKinds } from './recovery-words.ts'

/** Larger archives are compared from the run that has exported them. */
const maxArchiveBytes = 1024 * 1024 * 1024
/** Differing rows of one kind and change that are stored; counts are exact all the same. */
export const maxDifferences = 20_000
const maxNamedRows = 200

/** What has become of a row since: added, edited, gone. */
export const changes = ['created', 'changed', 'deleted'] as const
export type Change = (typeof changes)[number]
export const restoredChanges = ['changed', 'deleted'] as const
/** What has become of putting a row back; `kept`: not taken back, as it has changed again. */
const outcomes = ['restored', 'refused', 'undone', 'kept'] as const
export type RestoreOutcome = (typeof outcomes)[number]
const comparisonStates = ['running', 'done', 'failed'] as const

const exportedArchive = z.object({
  runId: z.string(),
  name: z.string(),
  size: z.number(),
  createTime: moment,
  by: person,
})
const comparisonRow = z.object({
  id: z.string(),
  /** The file's. */
  name: z.string(),
  /** When the archive was made; null until it is read. */
  archiveTime: z.nullable(moment),
  createTime: moment,
  createBy: person,
  state: z.enum(comparisonStates),
})
const tally = z.object({ created: z.int(), changed: z.int(), deleted: z.int() })
export type Tally = z.output<typeof tally>
const comparison = z.extend(comparisonRow, {
  /** The run that compares, and the last one that puts rows back; null: none. */
  runId: z.string(),
  restoreRun: z.nullable(z.string()),
  /** Why the comparison has failed; empty otherwise. */
  problem: productSentence(),
  /** Empty until all are compared. */
  kinds: z.array(z.extend(tally, { kind: z.enum(comparedKinds) })),
  /** Rows by what became of putting them back. */
  outcomes: z.object({ restored: z.int(), refused: z.int(), undone: z.int(), kept: z.int() }),
})
export type Comparison = z.output<typeof comparison>

const difference = z.object({
  id: z.string(),
  kind: z.enum(comparedKinds),
  change: z.enum(changes),
  name: z.string(),
  /** Columns and parts that differ in a changed row. */
  fields: z.array(z.string()),
  outcome: z.nullable(z.enum(outcomes)),
  /** Why it was not put back, or not taken back. */
  note: productSentence(),
})
export type Difference = z.output<typeof difference>
const differencesQuery = listQuery({
  sortable: [],
  filters: { kind: z.enum(comparedKinds), change: z.enum(changes), outcome: z.enum(outcomes) },
})
export type DifferencesQuery = z.output<typeof differencesQuery>

const part = z.object({
  kind: z.enum(restoredKinds),
  changes: z.array(z.enum(restoredChanges)).check(z.minLength(1, '请选择要恢复的差异'), z.maxLength(2)),
  /** Single rows; absent: all. */
  rows: z.optional(
    z
      .array(id)
      .check(
        z.minLength(1),
        z.maxLength(maxNamedRows, { error: () => t('一次最多选择 {maxNamedRows} 条', { maxNamedRows }) }),
      ),
  ),
})
export type RestoredPart = z.output<typeof part>
const restoration = z.object({
  parts: z.array(part).check(
    z.minLength(1, '请选择要恢复的数据'),
    z.maxLength(restoredKinds.length),
    z.refine((parts) => new Set(parts.map(({ kind }) => kind)).size === parts.length, '同一类数据只能选择一次'),
  ),
})
export type Restoration = z.output<typeof restoration>
const restoreImpact = z.object({
  companyName: z.string(),
  parts: z.array(z.object({ kind: z.enum(restoredKinds), changed: z.int(), deleted: z.int() })),
})
export type RestoreImpact = z.output<typeof restoreImpact>

const mostTrialDays = 90
const trialDays = { error: () => t('请输入 1 到 {mostTrialDays} 之间的整数', { mostTrialDays }) }
/** A trial company that is made from an archive. */
export const trialClone = z.object({
  name: text(100, '请输入公司名称'),
  days: z.int(trialDays).check(z.gte(1, trialDays), z.lte(mostTrialDays, trialDays)),
  /** Its one administrator, who can sign in once the password is reset. */
  account,
  adminName: text(30, '请输入姓名'),
})
export type TrialClone = z.output<typeof trialClone>

const path = '/api/sys/companys/:id/tenant'
const comparisonParams = z.object({ id, comparisonId: id })
const ofOperator = { access: permitted('tenant'), reach: 'platform', unmasked: true } as const

/** An earlier archive of a tenant beside what there is now, and what of it is put back. */
export const recoveryContract = defineContract('sysCompanys', {
  archives: {
    ...ofOperator,
    method: 'GET',
    path: `${path}/archives/v1`,
    summary: 'The exports of a tenant that can still be compared, and the comparisons of the last days, newest first',
    params: idParams,
    reply: z.object({ archives: z.array(exportedArchive), comparisons: z.array(comparisonRow) }),
  },
  compareExport: {
    ...ofOperator,
    method: 'POST',
    path: `${path}/compare/v1`,
    summary: 'Compare the result of an export with what the tenant has now, by a run',
    rate: archiveRate,
    audit: { event: 'archive.compared' },
    quiet: true,
    params: idParams,
    body: z.object({ runId: id }),
    reply: created,
  },
  compareFile: {
    ...ofOperator,
    method: 'POST',
    path: `${path}/compare-file/v1`,
    summary: 'Upload an archive that this installation has exported and signed, and compare it by a run',
    // Receiving and reading a file takes longer than a connection should be held.
    reach: 'manual',
    whileActing: 'never',
    rate: archiveRate,
    wire: 'multipart',
    spooled: true,
    maxBytes: maxArchiveBytes,
    audit: { event: 'archive.uploaded' },
    quiet: true,
    params: idParams,
    body: z.object({}),
    reply: created,
  },
  comparison: {
    ...ofOperator,
    method: 'GET',
    path: `${path}/comparisons/:comparisonId/v1`,
    summary: 'Read a comparison: how many rows of each kind were created, changed and deleted since',
    params: comparisonParams,
    reply: comparison,
  },
  differences: {
    ...ofOperator,
    method: 'GET',
    path: `${path}/comparisons/:comparisonId/rows/v1`,
    summary: 'List the rows that differ, with the names of changed fields and what became of putting them back',
    wire: 'list',
    namesUsers: unscopedBecause('closed to callers with a narrow row scope, like the archive itself'),
    params: comparisonParams,
    query: differencesQuery,
    reply: listSchema(difference),
  },
  restore: {
    ...ofOperator,
    method: 'POST',
    path: `${path}/comparisons/:comparisonId/restore/v1`,
    summary: 'Put rows back as they were archived, by a run that can be taken back; without passwords and secrets',
    rate: archiveRate,
    audit: { event: 'archive.restored' },
    quiet: true,
    params: comparisonParams,
    body: restoration,
    impact: restoreImpact,
    reply: created,
  },
  clone: {
    ...ofOperator,
    method: 'POST',
    path: `${path}/comparisons/:comparisonId/clone/v1`,
    summary: 'Make a trial company from an archive, with other ids and without personal data, by a run',
    rate: archiveRate,
    audit: { event: 'archive.cloned' },
    quiet: true,
    params: comparisonParams,
    body: trialClone,
    reply: created,
  },
})
