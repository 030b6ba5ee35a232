import { customFieldsErrors } from '@atrium/contract/features/system/custom-fields/custom-fields.errors.ts'
import type { CustomInput, CustomInputs } from '@atrium/contract/kernel/custom-fields.ts'
import type { FieldError } from '@atrium/contract/kernel/envelope.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { maskedText } from '../../../kernel/masked.ts'
import { AppError } from '../../../kernel/scope.ts'
import { type CustomRows, customValuesRepository as repository, type StoredValues } from './custom-values.repository.ts'
import type { CustomField } from './definitions.repository.ts'
import { judgeRows, type Reader, takenMessage, type ValuePorts } from './judge-rows.ts'
import { judgeValues, placeOf, refusal, type ValueChange } from './judge-values.ts'
import { effectOn, readNames, toShown } from './shown-values.ts'

/** The values that a request sends for a row; `id`: of one that is there. */
export type SentValues = { readonly id?: string; readonly sent: CustomInputs | undefined }

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

/** What of fields the caller may not change. */
export const limitsOf = (restricted: Restrictions | undefined) => ({
  isLimited: (field: CustomField) => effectOn(restricted, field) !== undefined,
  isKept: (field: CustomField, value: CustomInput, was: CustomInput) => {
    const effect = effectOn(restricted, field)
    if (effect === 'readonly') return value === was
    return value === null || (effect === 'mask' && isMask(value))
  },
})

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

type AuditedValue = string | number | boolean
/**
 * Reads what the log calls values of rows: names for ids, and for codes what their dictionaries call them.
 * @returns a function that gives values of these keys as the log has them
 */
export const readAudited = async (
  { dictionaries }: ValuePorts,
  { db, actor }: Reader,
  of: Pick<CustomRows, 'companyId' | 'everywhere'>,
  fields: readonly CustomField[],
  rows: readonly StoredValues[],
) => {
  const names = await readNames(db, of, fields, rows)
  const isChosen = ({ kind, key }: CustomField) => kind === 'choice' && rows.some((row) => row[key] !== undefined)
  const groups = [...new Set(fields.filter(isChosen).map(({ dictionary }) => dictionary))]
  const items = groups.length === 0 ? undefined : await dictionaries(actor.companyId, groups)
  const toLogged = (field: CustomField, value: StoredValues[string] | undefined): AuditedValue => {
    const label = items?.get(field.dictionary)?.find(({ code }) => field.kind === 'choice' && code === value)?.name
    const shown = label ?? toShown(field, value, (id) => names.get(id))
    return (typeof shown === 'object' ? shown.name : shown) ?? ''
  }
  return (keys: readonly string[], values: StoredValues): Record<string, AuditedValue> =>
    Object.fromEntries(
      fields
        .filter(({ key }) => keys.includes(key))
        .map((field) => [placeOf(field.key), toLogged(field, values[field.key])]),
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
  const judged = judgeValues(fields, sent ?? {}, before, { isNew: id === undefined, ...limitsOf(restricted) })
  const errors = [
    ...judged.errors,
    ...((await judgeRows(ports, reader, of, fields, [{ row: '', id, set: judged.set }])).get('') ?? []),
  ]
  const change: ValueChange = judged
  const keys = [...Object.keys(change.set), ...change.removed]
  const isEmpty = keys.length === 0
  const audited = isEmpty ? () => ({}) : await readAudited(ports, reader, reader.actor, fields, [before, change.set])
  return {
    errors,
    isEmpty,
    before: audited(keys, before),
    after: audited(keys, change.set),
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
