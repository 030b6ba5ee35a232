import type { Verdict } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import type { FieldError } from '@atrium/contract/kernel/envelope.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { AppError } from '../../../../kernel/scope.ts'
import type { FieldValues, StoredRow } from '../../../../kernel/sheets/imported-rows.ts'
import type { ImportableField } from '../../excels/index.ts'
import type { ImportPlan } from '../import-plan.ts'
import type { ConvertedRow, FoundProblem } from '../reading/convert-rows.ts'
import { shownText } from '../reading/shown-text.ts'
import { fieldOfError, holdsField, isSameValue, judgeBody, valueIn } from './body-values.ts'
import { bodyOrRefusal, type RowForm } from './row-forms.ts'

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
/** A row that needs no turn, as it is refused or changes nothing; or what its turn is. */
export type PreparedRow =
  | { readonly done: WrittenRow }
  | {
      readonly body: unknown
      readonly stored: StoredRow | undefined
      readonly row: WrittenRow
    }

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
/** @returns undefined for a row that says nothing in the fields of the key */
export const toKey = (key: readonly string[], values: FieldValues): string | undefined =>
  key.every((field) => isEmpty(values[field]))
    ? undefined
    : JSON.stringify(key.map((field) => (isEmpty(values[field]) ? null : values[field])))
export const pickName = ({ values }: ConvertedRow, { keys }: ImportPlan, stored?: StoredRow) =>
  shownText(String(values.name ?? stored?.name ?? values[keys[0] ?? ''] ?? ''))
export const rowProblem = (msg: string): FoundProblem[] => [{ field: '', value: '', msg }]
const toProblems = (errors: readonly FieldError[], fields: readonly ImportableField[]): FoundProblem[] =>
  errors.map((error) => ({ field: fieldOfError(error, fields), value: '', msg: error.msg }))
export const listProblems = ({ spec, extras }: AppError, fields: readonly ImportableField[]): FoundProblem[] => {
  const found = toProblems(extras.errors ?? [], fields)
  return found.length > 0 ? found : rowProblem(spec.msg)
}
const unwritten = { versionBefore: null, versionAfter: null, before: null, changes: [] }
export const refused = (converted: ConvertedRow, name: string, problems: readonly FoundProblem[]): WrittenRow => ({
  converted,
  name,
  problems,
  verdict: 'refused',
  entityId: null,
  ...unwritten,
})

const expectationProblem = (expected: Expected | undefined, row: number, stored: StoredRow | undefined) => {
  const was = expected?.get(row)
  if (!was) return undefined
  if (was.verdict === 'new' && stored) return t('试运行后已新增了相同的数据')
  if (was.verdict === 'changed' && !stored) return t('试运行后该数据已被删除')
  if (was.verdict === 'changed' && stored?.version !== was.versionBefore) return t('试运行后该数据已被他人修改')
  return undefined
}

type Values = readonly { field: ImportableField; value: unknown }[]
type Context = { readonly plan: ImportPlan; readonly form: RowForm; readonly converted: ConvertedRow }
const listFields = ({ columns }: ImportPlan) => columns.map(({ field }) => field)

/** Problems of cells, and those of the body at other fields. */
const allProblems = ({ plan, converted }: Context, own: readonly FoundProblem[], errors: readonly FieldError[]) => {
  const problems = [...converted.problems, ...own]
  const known = new Set(problems.map(({ field }) => field))
  return [...problems, ...toProblems(errors, listFields(plan)).filter(({ field }) => !known.has(field))]
}
const listErrors = ({ spec, extras }: AppError): FieldError[] => extras.errors ?? [{ field: '', msg: spec.msg }]

/** A value as its request holds it, if that has the field. */
const pickAfter = (written: FieldValues, field: ImportableField, value: unknown) =>
  holdsField(written, field) ? valueIn(written, field) : value

/** A new row has nothing stored of which a cell could show a part. */
const maskedProblems = ({ masked }: ConvertedRow): FoundProblem[] =>
  masked.map((field) => ({ field, value: '', msg: t('内容已脱敏（含 *），请填写完整的内容') }))

const prepareNew = (context: Context, values: Values): PreparedRow => {
  const { plan, form, converted } = context
  const name = pickName(converted, plan)
  const made = bodyOrRefusal(() => form.newBody(values))
  const judged = 'refusal' in made ? { errors: listErrors(made.refusal) } : judgeBody(plan.writes.create, made.body)
  const problems = allProblems(context, maskedProblems(converted), 'errors' in judged ? judged.errors : [])
  if (problems.length > 0 || 'errors' in judged) return { done: refused(converted, name, problems) }
  const given = values.map(({ field, value }) => ({
    field,
    before: null,
    was: '',
    after: pickAfter(judged.body as FieldValues, field, value),
  }))
  const changes = given.filter(({ field, after }) => !isSameValue(field, null, after))
  const row = { converted, name, problems: [], ...unwritten, verdict: 'new' as const, entityId: null, changes }
  return { body: judged.body, stored: undefined, row }
}

const prepareChange = (context: Context, stored: StoredRow, values: Values): PreparedRow => {
  const { plan, form, converted } = context
  const name = pickName(converted, plan, stored)
  const taken = values.filter(({ field }) => form.takes(field))
  const made = bodyOrRefusal(() => ({ ...form.changedBody(stored, taken), version: stored.version }))
  const judged = 'refusal' in made ? { errors: listErrors(made.refusal) } : judgeBody(plan.writes.update, made.body)
  const written = ('body' in judged ? judged.body : {}) as FieldValues
  const changes = values
    .map(({ field, value }) => ({
      field,
      before: valueIn(stored.body, field),
      was: stored.texts?.[field.field],
      after: form.takes(field) ? pickAfter(written, field, value) : value,
    }))
    .filter(({ field, before, after }) => !isSameValue(field, before, after))
    // The key has found the row, whatever its letters.
    .filter(({ field }) => form.takes(field) || !plan.keys.includes(field.field))
  const fixed = changes
    .filter(({ field }) => !form.takes(field))
    .map(({ field }) => ({
      field: field.field,
      value: '',
      msg: t('已有{title}的“{title2}”不能通过导入修改', { title: plan.source.sheet.title, title2: field.title }),
    }))
  const problems = allProblems(context, fixed, 'errors' in judged ? judged.errors : [])
  if (problems.length > 0 || 'errors' in judged) return { done: refused(converted, name, problems) }
  const found = { entityId: stored.id, versionBefore: stored.version, versionAfter: null }
  const row = { converted, name, problems: [], ...found, before: null, changes }
  if (changes.length === 0) return { done: { ...row, verdict: 'same' } }
  return { body: judged.body, stored, row: { ...row, verdict: 'changed', before: form.before(stored) } }
}

/**
 * Judges a row by the mode of its import, by what its cells hold, and by the schema of its endpoint. Takes the stored
 * row that its key finds, ids for texts that refer to rows of the same entity, and what the row was when it was
 * checked.
 */
export const prepareRow = (
  context: Context,
  {
    stored,
    resolved = {},
    expected,
  }: { stored: StoredRow | undefined; resolved?: FieldValues; expected?: Expected | undefined },
): PreparedRow => {
  const { plan, converted } = context
  const { columns, mode, source } = plan
  const all = { ...converted.values, ...resolved }
  const values = columns.flatMap(({ field }) => (field.field in all ? [{ field, value: all[field.field] }] : []))
  const refuse = (problems: readonly FoundProblem[]) => ({
    done: refused(converted, pickName(converted, plan, stored), problems),
  })
  const surprise = expectationProblem(expected, converted.row, stored)
  if (surprise) return refuse(rowProblem(surprise))
  if (mode === 'insert' && stored) return refuse(rowProblem(t('{title}已存在', { title: source.sheet.title })))
  if (mode === 'update' && !stored)
    return refuse([...converted.problems, ...rowProblem(t('未找到要更新的{title}', { title: source.sheet.title }))])
  return stored ? prepareChange(context, stored, values) : prepareNew(context, values)
}
