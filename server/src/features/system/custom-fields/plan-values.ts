import { customFieldsErrors } from '@atrium/contract/features/system/custom-fields/custom-fields.errors.ts'
import type { CustomInput, CustomInputs } from '@atrium/contract/kernel/custom-fields.ts'
import type { FieldError } from '@atrium/contract/kernel/envelope.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { FindOutOfScope } from '../../../kernel/http/bound-ids.ts'
import { maskedText } from '../../../kernel/masked.ts'
import { type Actor, AppError } from '../../../kernel/scope.ts'
import type { ReadDictionaries } from '../../../kernel/sheets/export-sheet.ts'
import { givenName } from '../../../kernel/texts/product-name.ts'
import { type CustomRows, customValuesRepository as repository, type StoredValues } from './custom-values.repository.ts'
import type { CustomField } from './definitions.repository.ts'
import { judgeValues, placeOf, refusal, type ValueChange } from './judge-values.ts'
import { effectOn, isReference, readNames, toShown } from './shown-values.ts'

export type ValuePorts = {
  findOutOfScope: FindOutOfScope
  /** Items of dictionaries as they apply in a company. */
  dictionaries: ReadDictionaries
}
type Reader = { db: Db; actor: Actor }
/** The values that a request sends for a row; `id`: of one that is there. */
export type SentValues = { readonly id?: string; readonly sent: CustomInputs | undefined }

/** Values that name rows the company or the caller does not have. */
const judgeReferences = async (
  { findOutOfScope }: ValuePorts,
  { db, actor }: Reader,
  fields: readonly CustomField[],
  changed: StoredValues,
): Promise<FieldError[]> => {
  const errors: FieldError[] = []
  const sent = fields.filter((field) => isReference(field) && changed[field.key] !== undefined)
  if (sent.length === 0) return errors
  const names = await readNames(db, actor.companyId, sent, [changed])
  for (const field of sent.filter(isReference)) {
    const id = String(changed[field.key])
    const isKnown =
      names.has(id) && (actor.rows === 'all' || (await findOutOfScope(db, actor, field.kind, [id])).length === 0)
    if (!isKnown)
      errors.push(refusal(field.key, t('所选{name}不存在，或不在您的数据范围内', { name: givenName(field.name) })))
  }
  return errors
}

const judgeChoices = async (
  { dictionaries }: ValuePorts,
  { actor }: Reader,
  fields: readonly CustomField[],
  changed: StoredValues,
): Promise<FieldError[]> => {
  const sent = fields.filter(({ kind, key }) => kind === 'choice' && changed[key] !== undefined)
  if (sent.length === 0) return []
  const items = await dictionaries(actor.companyId, [...new Set(sent.map(({ dictionary }) => dictionary))])
  return sent.flatMap(({ key, name, dictionary }) =>
    items.get(dictionary)?.some(({ code }) => code === changed[key])
      ? []
      : [refusal(key, t('所选{name}不存在或已停用，请重新选择', { name: givenName(name) }))],
  )
}

/** Values that other rows have. A race is decided by the database, which says of what it refuses neither field nor value. */
const judgeUnique = async (
  { db }: Reader,
  of: CustomRows,
  fields: readonly CustomField[],
  { id, set }: { id: string | undefined; set: StoredValues },
): Promise<FieldError[]> => {
  const sent = fields.filter(({ unique, key }) => unique && set[key] !== undefined)
  if (sent.length === 0) return []
  const values = sent.map(({ id: fieldId, key }) => ({ fieldId, value: String(set[key]) }))
  const taken = await repository.taken(db, of, values, id)
  return sent.flatMap(({ id: fieldId, key, name }) => (taken.has(fieldId) ? [refusal(key, takenMessage(name))] : []))
}
const takenMessage = (name: string) => t('该{name}已被使用', { name: givenName(name) })
/** The refusal of a write that has lost a race for a value; of several, the first is named. */
const toTaken = (error: unknown, fields: readonly CustomField[], set: StoredValues): unknown => {
  const field = fields.find(({ unique, key }) => unique && set[key] !== undefined)
  if ((error as { constraint?: string }).constraint !== 'custom_values__unique' || !field) return error
  const msg = takenMessage(field.name)
  return new AppError({ ...customFieldsErrors.taken, msg }, { errors: [refusal(field.key, msg)] })
}

/**
 * Whether a value is a mask, as forms send it back. It is not compared with the stored one, which could be guessed so; of a
 * person or an organisation the name was masked.
 */
const isMask = (value: CustomInput) => typeof value === 'string' && value === maskedText(value.slice(0, -3))

/** What a change of values writes, and what the log says of it. */
export type ValuePlan = {
  readonly errors: readonly FieldError[]
  readonly isEmpty: boolean
  /** Throws `taken` at the field. */
  apply(db: Db, id: string): Promise<void>
  /** Changed values by `custom.<key>`, with names for ids. */
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** Refuses a request for what its custom values lack. */
export const throwErrors = ({ errors }: Pick<ValuePlan, 'errors'>): void => {
  const [first] = errors
  if (first) throw new AppError({ code: kernelErrors.invalid.code, msg: first.msg }, { errors: [...errors] })
}

const audited = async (
  reader: Reader,
  fields: readonly CustomField[],
  keys: readonly string[],
  values: StoredValues,
) => {
  const changed = fields.filter(({ key }) => keys.includes(key))
  const names = await readNames(reader.db, reader.actor.companyId, changed, [values])
  return Object.fromEntries(
    changed.map((field) => {
      const shown = toShown(field, values[field.key], names)
      return [placeOf(field.key), (typeof shown === 'object' ? shown.name : shown) ?? '']
    }),
  )
}

/**
 * Plans what a request changes of a row's custom values. Takes the fields of the entity in the caller's company.
 * @returns what refuses it, and how to write it
 */
export const planValues = async (
  ports: ValuePorts,
  reader: Reader,
  of: CustomRows,
  fields: readonly CustomField[],
  { id, sent }: SentValues,
): Promise<ValuePlan> => {
  const { restricted } = reader.actor
  const before = (id === undefined ? undefined : (await repository.read(reader.db, of, [id])).get(id)) ?? {}
  const judged = judgeValues(fields, sent ?? {}, before, {
    isNew: id === undefined,
    isLimited: (field) => effectOn(restricted, field) !== undefined,
    isKept: (field, value, was) => {
      const effect = effectOn(restricted, field)
      if (effect === 'readonly') return value === was
      return value === null || (effect === 'mask' && isMask(value))
    },
  })
  const errors = [
    ...judged.errors,
    ...(await judgeReferences(ports, reader, fields, judged.set)),
    ...(await judgeChoices(ports, reader, fields, judged.set)),
    ...(await judgeUnique(reader, of, fields, { id, set: judged.set })),
  ]
  const change: ValueChange = judged
  const keys = [...Object.keys(change.set), ...change.removed]
  const isEmpty = keys.length === 0
  return {
    errors,
    isEmpty,
    before: isEmpty ? {} : await audited(reader, fields, keys, before),
    after: isEmpty ? {} : await audited(reader, fields, keys, change.set),
    async apply(db, rowId) {
      if (isEmpty) return
      try {
        await repository.write(db, of, rowId, change.set, change.removed)
      } catch (error) {
        throw toTaken(error, fields, change.set)
      }
    },
  }
}
