import { maxBatchedRows } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { mapInChunks } from '../../../../kernel/map-in-chunks.ts'
import { AppError } from '../../../../kernel/scope.ts'
import type { RowToTakeBack, RowWrite, WriteResult } from '../../../../kernel/sheets/batch-writer.ts'
import type { FieldValues } from '../../../../kernel/sheets/imported-rows.ts'
import {
  type Expected,
  listProblems,
  pickName,
  prepareRow,
  refused,
  rowProblem,
  toKey,
  type WrittenRow,
} from '../checking/prepare-row.ts'
import { batchForm } from '../checking/row-forms.ts'
import { getBatchWriter, type ImportPlan } from '../import-plan.ts'
import type { Turn } from '../import-run.ts'
import type { StoredRowOfImport } from '../imports.repository.ts'
import type { ConvertedRow } from '../reading/convert-rows.ts'
import type { ImportWriter } from './import-writer.ts'

/** A row that is written if nothing refuses it, with what it is then. */
type Pending = RowWrite & { readonly written: WrittenRow }
type Given = {
  /** Rows that have said a key before, by the key. */
  taken?: Map<string, number>
  expected?: Expected
  /** Locks the stored rows until the transaction ends. */
  locks: boolean
}

/** Letters of a key do not matter: neither do they in accounts and mail addresses. */
const keyIn = ({ keys }: ImportPlan, values: FieldValues) => toKey(keys, values)?.toLowerCase()

/**
 * Judges rows by what their cells hold and by the schemas of their endpoints.
 * @returns in their order
 */
const prepareBatch = async (
  turn: Turn,
  plan: ImportPlan,
  rows: readonly ConvertedRow[],
  { taken = new Map(), expected, locks }: Given,
): Promise<(WrittenRow | Pending)[]> => {
  const batchWriter = getBatchWriter(plan.writes)
  const form = batchForm(batchWriter)
  const keyed = rows.map(({ values }) => values).filter((values) => keyIn(plan, values) !== undefined)
  const stored = keyed.length === 0 ? [] : await batchWriter.find(turn, plan.keys, keyed, locks)
  const found = new Map(stored.map((row) => [keyIn(plan, row.body), row]))
  return mapInChunks(rows, (converted) => {
    const key = keyIn(plan, converted.values)
    const first = key === undefined ? undefined : taken.get(key)
    if (first !== undefined && first !== converted.row) {
      const problems = [...converted.problems, ...rowProblem(t('与第 {first} 行重复', { first }))]
      return refused(converted, pickName(converted, plan), problems)
    }
    if (key !== undefined) taken.set(key, converted.row)
    const match = key === undefined ? undefined : found.get(key)
    const prepared = prepareRow({ plan, form, converted }, { stored: match, expected })
    if ('done' in prepared) return prepared.done
    const { body, stored: before, row } = prepared
    return { row: converted.row, stored: before, body, written: row }
  })
}

const isPending = (row: WrittenRow | Pending): row is Pending => 'written' in row

/** A row that its entity's rules refuse, with all that they have found. */
const refusedBy = (refusals: readonly AppError[], { written: { converted, name } }: Pending, plan: ImportPlan) => {
  const fields = plan.columns.map(({ field }) => field)
  return refused(
    converted,
    name,
    refusals.flatMap((refusal) => listProblems(refusal, fields)),
  )
}

const toTakeBack = ({ row, verdict, entityId, versionAfter, before, changes }: StoredRowOfImport): RowToTakeBack => ({
  row,
  id: entityId ?? '',
  version: versionAfter ?? 0,
  before: verdict === 'new' ? null : before,
  fields: Array.isArray(changes) ? changes.map(({ field }) => String(field)) : [],
})

/**
 * Writes many rows at once by the batch writer of their entity, whose rules judge a hundred thousand rows in seconds. A
 * check reads: what earlier rows of the file have taken is kept in mind.
 */
export const createBatchImportWriter = (): ImportWriter => ({
  reach: 'platform',
  maxRows: maxBatchedRows,
  // A few hundred milliseconds of work. Rows that are judged are gone before the collector keeps them for longer: a check of
  // a large file takes a fifth less memory.
  batchRows: { judged: 300, written: 1000 },

  createJudge(writes) {
    const judge = getBatchWriter(writes).createJudge()
    const taken = new Map<string, number>()
    return async (turn, plan, rows) => {
      const prepared = await prepareBatch(turn, plan, rows, { taken, locks: false })
      const refusals = await judge(turn, prepared.filter(isPending))
      return prepared.map((row) => {
        if (!isPending(row)) return row
        const found = refusals.get(row.row) ?? []
        return found.length > 0 ? refusedBy(found, row, plan) : row.written
      })
    }
  },

  async prepareWrite(writes) {
    const shared = await getBatchWriter(writes).prepare()
    return async (turn, plan, rows, expected) => {
      const prepared = await prepareBatch(turn, plan, rows, { expected, locks: true })
      const results = await getBatchWriter(plan.writes).write(turn, prepared.filter(isPending), shared)
      return prepared.map((row) => {
        if (!isPending(row)) return row
        const result: WriteResult = results.get(row.row) ?? { refusals: [new AppError(kernelErrors.failed)] }
        if ('refusals' in result) return refusedBy(result.refusals, row, plan)
        return { ...row.written, entityId: result.id, versionAfter: result.version }
      })
    }
  },

  takeBack: (turn, writes, rows) => getBatchWriter(writes).takeBack(turn, rows.map(toTakeBack)),
  isAlone: () => false,
  takeBackAlone: async () => {
    throw new Error('batches are taken back together')
  },
})
