import { type CustomValues, customRestriction } from '@atrium/contract/kernel/custom-fields.ts'
import type { Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import { type ReadValues, readValues, type WithReadValues } from '../../../kernel/db/custom-columns.ts'
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
  of: Pick<CustomRows, 'companyId' | 'everywhere'>,
  fields: readonly CustomField[],
  values: readonly StoredValues[],
): Promise<ReadonlyMap<string, string>> => {
  const found = await Promise.all(
    (['person', 'organization'] as const).map((kind) => repository.names(db, of, kind, idsOf(fields, kind, values))),
  )
  return new Map(found.flatMap((names) => [...names]))
}

/** A value with the name of what it refers to; undefined for none, and for a person or an organisation that is gone. */
export const toShown = (field: CustomField, value: StoredValues[string] | undefined, nameOf: NameOf) => {
  if (value === undefined || !isReference(field)) return value
  const id = String(value)
  const name = nameOf(id)
  return name == null ? undefined : { id, name }
}
const plainText = (value: CustomValues[string]) => (typeof value === 'object' ? value.name : String(value))

type NameOf = (id: string) => string | null | undefined
/** The values of a row, and the names of what they refer to. */
type Known = { readonly values: StoredValues; readonly nameOf: NameOf }

/** The values of a row that the caller sees, masked where they see a part alone. */
const shownTo = (
  restricted: Restrictions | undefined,
  fields: readonly CustomField[],
  { values, nameOf }: Known,
): CustomValues => {
  const shown: Record<string, CustomValues[string]> = {}
  for (const field of fields) {
    const value = toShown(field, Object.hasOwn(values, field.key) ? values[field.key] : undefined, nameOf)
    if (value === undefined) continue
    shown[field.key] = effectOn(restricted, field) === 'mask' ? maskedText(plainText(value)) : value
  }
  return shown
}

type Row = { readonly id: string } & WithReadValues
const ofRead = ({ values, names }: ReadValues): Known => ({
  values,
  nameOf: (id) => (names && Object.hasOwn(names, id) ? names[id] : undefined),
})

const readKnown = async (db: Db, of: CustomRows, fields: readonly CustomField[], rows: readonly Row[]) => {
  const unread = rows.filter((row) => row[readValues] === undefined)
  const stored =
    unread.length === 0
      ? new Map<string, StoredValues>()
      : await repository.read(
          db,
          of,
          unread.map(({ id }) => id),
        )
  const names = await readNames(db, of, fields, [...stored.values()])
  const nameOf: NameOf = (id) => names.get(id)
  return (row: Row): Known => {
    const read = row[readValues]
    if (read !== undefined) return ofRead(read)
    return { values: stored.get(row.id) ?? {}, nameOf }
  }
}

/**
 * Rows with their custom values as the caller sees them, in the property `custom`: those that their statement has read, and
 * otherwise by one more. Takes the fields that the caller sees, whether in part or as a whole.
 */
export const withValues = async <R extends Row>(
  db: Db,
  of: CustomRows,
  { fields, restricted }: { fields: readonly CustomField[]; restricted: Restrictions | undefined },
  rows: readonly R[],
): Promise<(R & { custom: CustomValues })[]> => {
  const known = await readKnown(db, of, fields, rows)
  return rows.map((row) => ({ ...row, custom: shownTo(restricted, fields, known(row)) }))
}
