import type { Verdict } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import type { FieldError } from '@atrium/contract/kernel/envelope.ts'
import type { AppError } from '../../../kernel/scope.ts'
import type { FieldValues, StoredRow } from '../../../kernel/sheets/imported-rows.ts'
import type { ImportableField } from '../excels/index.ts'
import { bodyWith, fieldOfError, isSameValue, judgeBody, takenOf, takesField, valueIn } from './body-values.ts'
import type { CallBatch, CallEndpoint } from './call-endpoint.ts'
import { type ConvertedRow, type FoundProblem, type References, referredTo, resolveField } from './convert-rows.ts'
import type { ImportPlan } from './import-plan.ts'
import { shownText } from './shown-text.ts'

/** `was`: what a cell said for the row that the field referred to. */
type RowChange = { field: ImportableField; before: unknown; after: unknown; was: string | undefined }
/** A row after its turn. */
export type WrittenRow = {
  readonly converted: ConvertedRow
  readonly name: string
  readonly verdict: Verdict
  readonly problems: readonly FoundProblem[]
  readonly entityId: string | null
  readonly versionBefore: number | null
  versionAfter: number | null
  /** What a request that restores the row sends. */
  readonly before: FieldValues | null
  /** Fields that have changed, with their values before and after. */
  readonly changes: readonly RowChange[]
}
/** What a row was found to be when it was checked. */
export type Expected = ReadonlyMap<number, { verdict: Verdict; versionBefore: number | null }>
type Values = readonly { field: ImportableField; value: unknown }[]

type Ports = { call: CallEndpoint; references: () => References }
type Turn = { plan: ImportPlan; batch: CallBatch; expected: Expected | undefined }

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
/** Out: undefined for a row that says nothing in the fields of the key. */
const keyOf = (key: readonly string[], values: FieldValues): string | undefined =>
  key.every((field) => isEmpty(values[field]))
    ? undefined
    : JSON.stringify(key.map((field) => (isEmpty(values[field]) ? null : values[field])))
const nameOf = ({ values }: ConvertedRow, { keys }: ImportPlan, stored?: StoredRow) =>
  shownText(String(values.name ?? stored?.name ?? values[keys[0] ?? ''] ?? ''))
const rowProblem = (msg: string): FoundProblem[] => [{ field: '', value: '', msg }]
const toProblems = (errors: readonly FieldError[], fields: readonly ImportableField[]): FoundProblem[] =>
  errors.map((error) => ({ field: fieldOfError(error, fields), value: '', msg: error.msg }))
const problemsOf = ({ spec, extras }: AppError, fields: readonly ImportableField[]): FoundProblem[] => {
  const found = toProblems(extras.errors ?? [], fields)
  return found.length > 0 ? found : rowProblem(spec.msg)
}
/** Adds what a schema says of fields of which nothing else is said. */
const withErrors = (
  problems: readonly FoundProblem[],
  errors: readonly FieldError[],
  fields: readonly ImportableField[],
): FoundProblem[] => {
  const known = new Set(problems.map(({ field }) => field))
  return [...problems, ...toProblems(errors, fields).filter(({ field }) => !known.has(field))]
}
const refused = (converted: ConvertedRow, name: string, problems: readonly FoundProblem[]): WrittenRow => ({
  ...{ converted, name, problems },
  verdict: 'refused',
  changes: [],
  ...{ entityId: null, versionBefore: null, versionAfter: null, before: null },
})
const expectationProblem = (expected: Expected | undefined, row: number, stored: StoredRow | undefined) => {
  const was = expected?.get(row)
  if (!was) return undefined
  if (was.verdict === 'new' && stored) return '试运行后已新增了相同的数据'
  if (was.verdict === 'changed' && !stored) return '试运行后该数据已被删除'
  if (was.verdict === 'changed' && stored?.version !== was.versionBefore) return '试运行后该数据已被他人修改'
  return undefined
}

/** A row that refers to one of its entity that is not there yet, and what is wrong with it if that never comes. */
type Waiting = { row: ConvertedRow; problems: readonly FoundProblem[] }
/** Whether an endpoint has refused a row for what it refers to, which another row of the file may bring. */
const isWaiting = ({ columns, source }: ImportPlan, { verdict, problems }: WrittenRow) =>
  verdict === 'refused' &&
  problems.length === 1 &&
  columns.some(({ field }) => field.field === problems[0]?.field && field.reference?.entity === source.sheet.entity)

const fitted = ({ fit }: ImportPlan['writes'], body: FieldValues) => (fit ? fit(body) : body)

/** Creates the function that writes rows by the endpoints of their entity. */
export const createRowWriter = ({ call, references }: Ports) => {
  const addRow = async ({ plan, batch }: Turn, converted: ConvertedRow, values: Values): Promise<WrittenRow> => {
    const { writes, columns } = plan
    const fields = columns.map(({ field }) => field)
    const name = nameOf(converted, plan)
    const judged = judgeBody(writes.create, fitted(writes, bodyWith(writes.create, {}, values)))
    if ('errors' in judged) return refused(converted, name, withErrors(converted.problems, judged.errors, fields))
    if (converted.problems.length > 0) return refused(converted, name, converted.problems)
    const answer = await call(batch, writes.create, { params: undefined, body: judged.body })
    if ('refusal' in answer) return refused(converted, name, problemsOf(answer.refusal, fields))
    const written = judged.body as FieldValues
    const given = values.map(({ field }) => ({ field, before: null, was: '', after: valueIn(written, field) }))
    const changes = given.filter(({ field, after }) => !isSameValue(field, null, after))
    return {
      ...{ converted, name, problems: [], changes },
      verdict: 'new',
      entityId: (answer.reply as { id: string }).id,
      ...{ versionBefore: null, versionAfter: null, before: null },
    }
  }

  const changeRow = async (
    { plan, batch }: Turn,
    converted: ConvertedRow,
    { stored, values }: { stored: StoredRow; values: Values },
  ): Promise<WrittenRow> => {
    const { writes, columns, source } = plan
    const { update } = writes
    const fields = columns.map(({ field }) => field)
    const name = nameOf(converted, plan, stored)
    const before = takenOf(update, stored.body)
    const taken = values.filter(({ field }) => takesField(update, field))
    const body = { ...fitted(writes, bodyWith(update, before, taken)), version: stored.version }
    const judged = judgeBody(update, body)
    const written = ('body' in judged ? judged.body : body) as FieldValues
    const changes = values
      .map(({ field, value }) => ({
        field,
        before: valueIn(stored.body, field),
        was: stored.texts?.[field.field],
        after: takesField(update, field) ? valueIn(written, field) : value,
      }))
      .filter(({ field, before: former, after }) => !isSameValue(field, former, after))
    const fixed = changes.filter(({ field }) => !takesField(update, field))
    const unchangeable = fixed.map(({ field }) => ({
      ...{ field: field.field, value: '' },
      msg: `已有${source.sheet.title}的“${field.title}”不能通过导入修改`,
    }))
    const errors = 'errors' in judged ? judged.errors : []
    const problems = withErrors([...converted.problems, ...unchangeable], errors, fields)
    if (problems.length > 0 || 'errors' in judged) return refused(converted, name, problems)
    const common = {
      converted,
      name,
      problems: [],
      entityId: stored.id,
      versionBefore: stored.version,
      versionAfter: null,
    }
    if (changes.length === 0) return { ...common, verdict: 'same', before: null, changes: [] }
    const answer = await call(batch, update, { params: { id: stored.id }, body: judged.body })
    if ('refusal' in answer) return refused(converted, name, problemsOf(answer.refusal, fields))
    return { ...common, verdict: 'changed', before, changes }
  }

  const writeRow = async (
    turn: Turn,
    converted: ConvertedRow,
    { stored, resolved }: { stored: StoredRow | undefined; resolved: FieldValues },
  ): Promise<WrittenRow> => {
    const { plan, expected } = turn
    const { columns, mode, source } = plan
    const all = { ...converted.values, ...resolved }
    const values = columns.flatMap(({ field }) => (field.field in all ? [{ field, value: all[field.field] }] : []))
    const name = nameOf(converted, plan, stored)
    const surprise = expectationProblem(expected, converted.row, stored)
    if (surprise) return refused(converted, name, rowProblem(surprise))
    if (mode === 'insert' && stored) return refused(converted, name, rowProblem(`${source.sheet.title}已存在`))
    if (mode === 'update' && !stored)
      return refused(converted, name, [...converted.problems, ...rowProblem(`没有找到要更新的${source.sheet.title}`)])
    return stored ? changeRow(turn, converted, { stored, values }) : addRow(turn, converted, values)
  }

  /** Ids for texts that refer to rows of the same entity, with a sentence where there is none. */
  const resolveOwn = async ({ plan, batch }: Turn, rows: readonly ConvertedRow[]) => {
    const resolved = new Map(
      rows.map(({ row }) => [row, { values: {} as Record<string, unknown>, missing: [] as FoundProblem[] }]),
    )
    for (const planned of plan.columns) {
      const name = planned.field.field
      const texts = rows.flatMap(({ names }) => names[name] ?? [])
      if (texts.length === 0) continue
      const ids = await resolveField(batch, planned, references(), texts)
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

  const findStored = async ({ plan, batch }: Turn, keyed: readonly FieldValues[]) => {
    const { keys, writes } = plan
    if (keyed.length === 0) return new Map<string | undefined, StoredRow>()
    const found = await writes.rows.find(batch, keys, keyed)
    return new Map(found.map((row) => [keyOf(keys, row.body), row]))
  }

  /** Rows whose references stand, and those that wait for others of the file. */
  const writeWave = async (turn: Turn, rows: readonly ConvertedRow[], taken: Map<string, number>) => {
    const { keys } = turn.plan
    const resolved = await resolveOwn(turn, rows)
    const ofRow = ({ row }: ConvertedRow) => resolved.get(row) ?? { values: {}, missing: [] }
    const ready = rows.filter((row) => ofRow(row).missing.length === 0)
    const valuesOf = (row: ConvertedRow) => ({ ...row.values, ...ofRow(row).values })
    const keyed = ready.map(valuesOf).filter((values) => keyOf(keys, values) !== undefined)
    const stored = await findStored(turn, keyed)
    const written: WrittenRow[] = []
    const waiting: Waiting[] = rows
      .filter((row) => ofRow(row).missing.length > 0)
      .map((row) => ({ row, problems: [...row.problems, ...ofRow(row).missing] }))
    for (const row of ready) {
      const key = keyOf(keys, valuesOf(row))
      const first = key === undefined ? undefined : taken.get(key)
      if (first !== undefined && first !== row.row) {
        written.push(refused(row, nameOf(row, turn.plan), [...row.problems, ...rowProblem(`与第 ${first} 行重复`)]))
        continue
      }
      if (key !== undefined) taken.set(key, row.row)
      const found = key === undefined ? undefined : stored.get(key)
      const done = await writeRow(turn, row, { stored: found, resolved: ofRow(row).values })
      if (isWaiting(turn.plan, done)) {
        waiting.push({ row, problems: done.problems })
        if (key !== undefined) taken.delete(key)
      } else written.push(done)
    }
    return { written, waiting }
  }

  /**
   * Writes rows in the batch's transaction, those before others that refer to them. Out: the rows in the order in which
   * they were written, refused ones among them. In: what they were found to be when they were checked, if they were.
   */
  return async (
    plan: ImportPlan,
    batch: CallBatch,
    rows: readonly ConvertedRow[],
    expected?: Expected,
  ): Promise<WrittenRow[]> => {
    const turn: Turn = { plan, batch, expected }
    const taken = new Map<string, number>()
    const all: WrittenRow[] = []
    let waiting: readonly Waiting[] = rows.map((row) => ({ row, problems: [] }))
    while (waiting.length > 0) {
      const wave = await writeWave(
        turn,
        waiting.map(({ row }) => row),
        taken,
      )
      all.push(...wave.written)
      waiting = wave.waiting
      // A new name is one that others may refer to, too.
      if (wave.written.some(({ verdict }) => verdict === 'new' || verdict === 'changed')) continue
      all.push(...waiting.map(({ row, problems }) => refused(row, nameOf(row, plan), problems)))
      break
    }
    const ids = all.flatMap(({ verdict, entityId }) => (entityId && verdict !== 'same' ? [entityId] : []))
    const versions = new Map((await plan.writes.rows.byIds(batch, ids)).map(({ id, version }) => [id, version]))
    for (const row of all) row.versionAfter = row.entityId === null ? null : (versions.get(row.entityId) ?? null)
    return all
  }
}
export type WriteRows = ReturnType<typeof createRowWriter>
