import { type CustomValues, customRestriction } from '@atrium/contract/kernel/custom-fields.ts'
import type { Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { maskedText } from '../../../kernel/masked.ts'
import {
  type CustomRows,
  type NamedKind,
  customValuesRepository as repository,
  type StoredValues,
} from './custom-values.repository.ts'
import type { CustomField } from './definitions.repository.ts'

/** What of a field the caller may not do; undefined: nothing. */
export const effectOn = (restricted: Restrictions | undefined, { entity, key }: CustomField) =>
  restricted?.[customRestriction(entity, key)]

export const isReference = (field: CustomField): field is CustomField & { kind: NamedKind } =>
  field.kind === 'person' || field.kind === 'organization'

/** Ids of what values of a kind refer to. */
export const idsOf = (fields: readonly CustomField[], kind: NamedKind, values: readonly StoredValues[]): string[] => {
  const keys = fields.flatMap((field) => (field.kind === kind ? field.key : []))
  return [...new Set(values.flatMap((row) => keys.flatMap((key) => (typeof row[key] === 'string' ? row[key] : []))))]
}

/** Names of what values refer to, by id. */
export const readNames = async (
  db: Db,
  companyId: string,
  fields: readonly CustomField[],
  values: readonly StoredValues[],
): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>()
  for (const kind of ['person', 'organization'] as const)
    for (const [id, name] of await repository.names(db, companyId, kind, idsOf(fields, kind, values)))
      names.set(id, name)
  return names
}

/** A value with the name of what it refers to; undefined for none, and for a person or an organisation that is gone. */
export const toShown = (
  field: CustomField,
  value: StoredValues[string] | undefined,
  names: ReadonlyMap<string, string>,
) => {
  if (value === undefined || !isReference(field)) return value
  const id = String(value)
  const name = names.get(id)
  return name === undefined ? undefined : { id, name }
}
const plainText = (value: CustomValues[string]) => (typeof value === 'object' ? value.name : String(value))

/** The values of a row that the caller sees, masked where they see a part alone. */
const shownTo = (
  restricted: Restrictions | undefined,
  fields: readonly CustomField[],
  stored: StoredValues,
  names: ReadonlyMap<string, string>,
): CustomValues =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = toShown(field, Object.hasOwn(stored, field.key) ? stored[field.key] : undefined, names)
      if (value === undefined) return []
      const isMasked = effectOn(restricted, field) === 'mask'
      return [[field.key, isMasked ? maskedText(plainText(value)) : value]]
    }),
  )

type Row = { readonly id: string }
/**
 * Rows with their custom values as the caller sees them, in the property `custom`. Takes the fields that the caller sees,
 * whether in part or as a whole.
 */
export const withValues = async <R extends Row>(
  db: Db,
  of: CustomRows,
  { fields, restricted }: { fields: readonly CustomField[]; restricted: Restrictions | undefined },
  rows: readonly R[],
): Promise<(R & { custom: CustomValues })[]> => {
  const stored = await repository.read(
    db,
    of,
    rows.map(({ id }) => id),
  )
  const names = await readNames(db, of.companyId, fields, [...stored.values()])
  return rows.map((row) => ({ ...row, custom: shownTo(restricted, fields, stored.get(row.id) ?? {}, names) }))
}
