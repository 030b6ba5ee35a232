import type { RowProblem } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import type { Actor } from '../../../../kernel/scope.ts'
import type { ResolveReferences } from '../../../../kernel/sheets/imported-rows.ts'
import { possibleSources } from '../../../../kernel/texts/every-language.ts'
import type { SheetRow } from '../../../../kernel/workbooks/read-sheet.ts'
import type { ImportPlan, PlannedColumn } from '../import-plan.ts'
import { type ConversionWords, convertCell } from './convert-cells.ts'
import { shownCell, shownText } from './shown-text.ts'

export type FoundProblem = Pick<RowProblem, 'field' | 'value' | 'msg'>
/** A row of the file as its entity understands it. */
export type ConvertedRow = {
  readonly row: number
  /** By field. */
  readonly values: Record<string, unknown>
  /** Texts that refer to rows of the same entity, which may stand in the file themselves. */
  readonly names: Record<string, readonly string[]>
  /** Fields whose cells show a part of what is stored. */
  readonly masked: string[]
  /** What cells say that refer to rows, by field. */
  readonly texts: Record<string, string>
  readonly problems: FoundProblem[]
}
export type References = Readonly<Record<string, ResolveReferences>>
type Reader = { db: Db; actor: Actor }

const range = (unit: string, min: number | null, max: number | null) => {
  if (min !== null && max !== null) return t('须为 {min} 至 {max}{unit}', { min, max, unit })
  return min === null ? t('不能超过 {max}{unit}', { max, unit }) : t('不能少于 {min}{unit}', { min, unit })
}
const isOutside = (size: number, min: number | null, max: number | null) =>
  (min !== null && size < min) || (max !== null && size > max)

/** What the template forbids beyond the endpoint. */
const ruleProblem = ({ rule, field, matches }: PlannedColumn, value: unknown): string | undefined => {
  if (typeof value === 'number' && isOutside(value, rule.min, rule.max)) return range('', rule.min, rule.max)
  const { minLength, maxLength } = rule
  const isCounted = typeof value === 'string' && !field.dictionary && !field.choices
  // Code points are counted where units may be too many.
  const isLong = isCounted && (minLength !== null || value.length > (maxLength ?? value.length))
  if (isLong && isOutside([...value].length, minLength, maxLength))
    return range(t(' 个字符'), rule.minLength, rule.maxLength)
  return isCounted && matches?.(value) === false ? t('须符合格式 {pattern}', { pattern: rule.pattern }) : undefined
}

/** Converts rows one after the other; a value that may stand once in a column is remembered. */
export const createRowConverter = ({ columns, source }: ImportPlan, words: ConversionWords) => {
  const seen = new Map<string, Map<string, number>>()
  const repeated = (field: string, value: unknown, row: number) => {
    const values = seen.get(field) ?? new Map<string, number>()
    seen.set(field, values)
    const first = values.get(String(value))
    if (first === undefined) values.set(String(value), row)
    return first
  }
  return ({ number: row, cells }: SheetRow) => {
    const converted: ConvertedRow = { row, values: {}, names: {}, masked: [], texts: {}, problems: [] }
    /** Texts for rows of other entities. */
    const references: Record<string, readonly string[]> = {}
    for (const planned of columns) {
      const { column, field, rule } = planned
      const name = field.field
      const cell = cells[column]
      const refuse = (msg: string) => void converted.problems.push({ field: name, value: shownCell(cell), msg })
      const found = convertCell(cell, field, words) ?? convertCell(rule.default, field, words)
      if (found === undefined) {
        if (rule.required) refuse(t('不能为空'))
      } else if ('problem' in found) refuse(found.problem)
      else if ('masked' in found) converted.masked.push(name)
      else if ('names' in found) {
        // Batches hold rows whose references stand.
        const isOwn = field.reference?.entity === source.sheet.entity && !source.writes?.batchWriter
        const of = isOwn ? converted.names : references
        of[name] = found.names
        converted.texts[name] = shownText(found.names.join('、'))
      } else {
        const problem = ruleProblem(planned, found.value)
        const first = rule.unique ? repeated(name, found.value, row) : undefined
        if (problem) refuse(problem)
        else if (first !== undefined) refuse(t('与第 {first} 行重复', { first }))
        converted.values[name] = found.value
      }
    }
    return { converted, references }
  }
}

/** Entities whose rows have names that the product gave, which files hold in the language of their maker. */
const namedByProduct: ReadonlySet<string> = new Set(['role', 'plan'])
type Ids = ReadonlyMap<string, string | null>
const withTranslated = async (found: Ids, asked: readonly string[], resolve: (names: string[]) => Promise<Ids>) => {
  const missing = asked.filter((text) => !found.has(text))
  const sources = [...new Set(missing.flatMap(possibleSources))].filter((source) => !missing.includes(source))
  if (sources.length === 0) return found
  const ids = await resolve(sources)
  const translated = missing.flatMap((text) => {
    const id = possibleSources(text).find((source) => ids.has(source))
    return id === undefined ? [] : [[text, ids.get(id) ?? null] as const]
  })
  return new Map([...found, ...translated])
}

/**
 * Ids for what the cells of a field say.
 * @returns undefined where what they say is sent itself
 */
export const resolveField = async (
  reader: Reader,
  { field }: PlannedColumn,
  references: References,
  texts: readonly string[],
): Promise<ReadonlyMap<string, string | null> | undefined> => {
  const { reference } = field
  const resolve = reference && references[reference.entity]
  if (!resolve) return undefined
  const asked = [...new Set(texts)]
  const found = await resolve(reader, reference.by, asked)
  if (!namedByProduct.has(reference.entity)) return found
  return withTranslated(found, asked, (sources) => resolve(reader, reference.by, sources))
}
const ambiguous = ({ reference }: PlannedColumn['field'], text: string) =>
  reference?.entity === 'user' ? t('有多个“{text}”，请改用账号', { text }) : t('有多个“{text}”，请改用编码', { text })
/**
 * Replaces texts by ids.
 * @returns the value of the request, or a sentence
 */
export const referredTo = (
  { field }: PlannedColumn,
  texts: readonly string[],
  ids: ReadonlyMap<string, string | null> | undefined,
): { value: unknown } | { problem: string } => {
  const found: string[] = []
  for (const text of texts) {
    const id = ids ? ids.get(text) : text
    if (id === undefined) return { problem: t('没有“{text}”', { text }) }
    if (id === null) return { problem: ambiguous(field, text) }
    found.push(id)
  }
  return { value: field.reference?.many ? found : (found[0] ?? null) }
}

/** A row with what its cells say that refers to rows of other entities. */
export type UnresolvedRow = ReturnType<ReturnType<typeof createRowConverter>>
/** Replaces what cells say by ids, each kind of reference with one look-up for all rows, which stay as they are. */
export const resolveRows = async (
  reader: Reader,
  plan: ImportPlan,
  rows: readonly UnresolvedRow[],
  references: References,
): Promise<ConvertedRow[]> => {
  const all = rows.map(({ converted, references: own }) => ({
    converted: { ...converted, values: { ...converted.values }, problems: [...converted.problems] },
    references: own,
  }))
  for (const planned of plan.columns) {
    const name = planned.field.field
    const texts = all.flatMap(({ references: own }) => own[name] ?? [])
    if (texts.length === 0) continue
    const ids = await resolveField(reader, planned, references, texts)
    for (const { converted, references: own } of all) {
      const said = own[name]
      if (!said) continue
      const found = referredTo(planned, said, ids)
      if ('problem' in found)
        converted.problems.push({ field: name, value: shownText(said.join('、')), msg: found.problem })
      else converted.values[name] = found.value
    }
  }
  return all.map(({ converted }) => converted)
}
