import { maxImportedRows } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { runRolledBack } from '../../../../kernel/db/savepoint.ts'
import type { FieldValues, StoredRow } from '../../../../kernel/sheets/imported-rows.ts'
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
import { rowForm } from '../checking/row-forms.ts'
import { getImportedRows, type ImportPlan } from '../import-plan.ts'
import type { ImportPorts } from '../import-ports.ts'
import type { Turn } from '../import-run.ts'
import {
  type ConvertedRow,
  type FoundProblem,
  type References,
  referredTo,
  resolveField,
} from '../reading/convert-rows.ts'
import { shownText } from '../reading/shown-text.ts'
import { createTakeBack } from '../undoing/take-back-rows.ts'
import { type CallEndpoint, createEndpointCalls } from './call-endpoint.ts'
import type { ImportWriter } from './import-writer.ts'

type Ports = { call: CallEndpoint; references: () => References }
/** Rows that are written together. */
type Wave = { plan: ImportPlan; turn: Turn; expected: Expected | undefined }

/** A row that refers to one of its entity that is not there yet, and what is wrong with it if that never comes. */
type Waiting = { row: ConvertedRow; problems: readonly FoundProblem[] }
/** Whether an endpoint has refused a row for what it refers to, which another row of the file may bring. */
const isWaiting = ({ columns, source }: ImportPlan, { verdict, problems }: WrittenRow) =>
  verdict === 'refused' &&
  problems.length === 1 &&
  columns.some(({ field }) => field.field === problems[0]?.field && field.reference?.entity === source.sheet.entity)

/** Creates the function that writes rows by the endpoints of their entity. */
const createRowWriter = ({ call, references }: Ports) => {
  const writeRow = async (
    { plan, turn, expected }: Wave,
    converted: ConvertedRow,
    found: { stored: StoredRow | undefined; resolved: FieldValues },
  ): Promise<WrittenRow> => {
    const { create, update } = plan.writes
    const prepared = prepareRow({ plan, form: rowForm(plan.writes), converted }, { ...found, expected })
    if ('done' in prepared) return prepared.done
    const { body, stored, row } = prepared
    const answer = stored
      ? await call(turn, update, { params: { id: stored.id }, body })
      : await call(turn, create, { params: undefined, body })
    if ('refusal' in answer) {
      const fields = plan.columns.map(({ field }) => field)
      return refused(converted, row.name, listProblems(answer.refusal, fields))
    }
    return stored ? row : { ...row, entityId: (answer.reply as { id: string }).id }
  }

  /** Ids for texts that refer to rows of the same entity, with a sentence where there is none. */
  const resolveOwn = async ({ plan, turn }: Wave, rows: readonly ConvertedRow[]) => {
    const resolved = new Map(
      rows.map(({ row }) => [row, { values: {} as Record<string, unknown>, missing: [] as FoundProblem[] }]),
    )
    for (const planned of plan.columns) {
      const name = planned.field.field
      const texts = rows.flatMap(({ names }) => names[name] ?? [])
      if (texts.length === 0) continue
      const ids = await resolveField(turn, planned, references(), texts)
      for (const { row, names } of rows) {
        const said = names[name]
        const own = resolved.get(row)
        if (!said || !own) continue
        const found = referredTo(planned, said, ids)
        if ('problem' in found) own.missing.push({ field: name, value: shownText(said.join('、')), msg: found.problem })
        else own.values[name] = found.value
      }
    }
    return resolved
  }

  const findStored = async ({ plan, turn }: Wave, keyed: readonly FieldValues[]) => {
    const { keys, writes } = plan
    if (keyed.length === 0) return new Map<string | undefined, StoredRow>()
    const found = await getImportedRows(writes).find(turn, keys, keyed)
    return new Map(found.map((row) => [toKey(keys, row.body), row]))
  }

  /** Rows whose references stand, and those that wait for others of the file. */
  const writeWave = async (wave: Wave, rows: readonly ConvertedRow[], taken: Map<string, number>) => {
    const { keys } = wave.plan
    const resolved = await resolveOwn(wave, rows)
    const ofRow = ({ row }: ConvertedRow) => resolved.get(row) ?? { values: {}, missing: [] }
    const ready = rows.filter((row) => ofRow(row).missing.length === 0)
    const mergeValues = (row: ConvertedRow) => ({ ...row.values, ...ofRow(row).values })
    const keyed = ready.map(mergeValues).filter((values) => toKey(keys, values) !== undefined)
    const stored = await findStored(wave, keyed)
    const written: WrittenRow[] = []
    const waiting: Waiting[] = rows
      .filter((row) => ofRow(row).missing.length > 0)
      .map((row) => ({ row, problems: [...row.problems, ...ofRow(row).missing] }))
    for (const row of ready) {
      const key = toKey(keys, mergeValues(row))
      const first = key === undefined ? undefined : taken.get(key)
      if (first !== undefined && first !== row.row) {
        written.push(
          refused(row, pickName(row, wave.plan), [...row.problems, ...rowProblem(t('与第 {first} 行重复', { first }))]),
        )
        continue
      }
      if (key !== undefined) taken.set(key, row.row)
      const found = key === undefined ? undefined : stored.get(key)
      const done = await writeRow(wave, row, { stored: found, resolved: ofRow(row).values })
      if (isWaiting(wave.plan, done)) {
        waiting.push({ row, problems: done.problems })
        if (key !== undefined) taken.delete(key)
      } else written.push(done)
    }
    return { written, waiting }
  }

  /**
   * Writes rows in the batch's transaction, those before others that refer to them. Takes what they were found to be
   * when they were checked, if they were.
   * @returns the rows in the order in which they were written, refused ones among them
   */
  return async (
    turn: Turn,
    plan: ImportPlan,
    rows: readonly ConvertedRow[],
    expected?: Expected,
  ): Promise<WrittenRow[]> => {
    const wave: Wave = { plan, turn, expected }
    const taken = new Map<string, number>()
    const all: WrittenRow[] = []
    let waiting: readonly Waiting[] = rows.map((row) => ({ row, problems: [] }))
    while (waiting.length > 0) {
      const done = await writeWave(
        wave,
        waiting.map(({ row }) => row),
        taken,
      )
      all.push(...done.written)
      waiting = done.waiting
      // A new name is one that others may refer to, too.
      if (done.written.some(({ verdict }) => verdict === 'new' || verdict === 'changed')) continue
      all.push(...waiting.map(({ row, problems }) => refused(row, pickName(row, plan), problems)))
      break
    }
    const ids = all.flatMap(({ verdict, entityId }) => (entityId && verdict !== 'same' ? [entityId] : []))
    const versions = new Map(
      (await getImportedRows(plan.writes).byIds(turn, ids)).map(({ id, version }) => [id, version]),
    )
    for (const row of all) row.versionAfter = row.entityId === null ? null : (versions.get(row.entityId) ?? null)
    return all
  }
}

/**
 * Writes rows one after the other, as requests to the endpoints of their entity would. A check does the same in one
 * transaction and rolls it back, so that what it says is what the import does.
 */
export const createEndpointImportWriter = (
  ports: Pick<ImportPorts, 'routes' | 'constraints' | 'references'>,
): ImportWriter => {
  const call = createEndpointCalls(ports)
  const writeRows = createRowWriter({ call, references: ports.references })
  return {
    ...createTakeBack(ports, call),
    reach: 'company',
    maxRows: maxImportedRows,
    // A file is judged as a whole, as its rows may refer to each other; one more says that there are too many.
    batchRows: { judged: maxImportedRows + 1, written: 200 },
    createJudge: () => (turn, plan, rows) => runRolledBack(turn.db, () => writeRows(turn, plan, rows)),
    prepareWrite: async () => writeRows,
  }
}
