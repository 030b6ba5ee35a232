import type { CustomInputs } from '@atrium/contract/kernel/custom-fields.ts'
import type { ImportedRows, StoredRow } from '../../../kernel/sheets/imported-rows.ts'
import { type CustomRows, customValuesRepository as repository, type StoredValues } from './custom-values.repository.ts'
import type { CustomField } from './definitions.repository.ts'
import type { Reader, ReadPaths } from './judge-rows.ts'
import { placeOf } from './judge-values.ts'
import { effectOn, idsOf, isReference, readNames } from './shown-values.ts'

/** The fields of an entity that a caller sees, and where their values are. */
export type FoundFields = { readonly fields: readonly CustomField[]; readonly of: CustomRows }
/** Undefined for an entity without fields. */
export type FindFields = (reader: Reader) => Promise<FoundFields | undefined>

/** What a request that leaves the values as they are would send: none where there is none, so that undo takes a new one away. */
const toInputs = (fields: readonly CustomField[], values: StoredValues): CustomInputs =>
  Object.fromEntries(
    fields.flatMap(({ key, required }) =>
      values[key] === undefined && required ? [] : [[key, values[key] ?? null] as const],
    ),
  )

/** Stored rows with the custom values that the caller may change. */
export const withStoredValues = async (
  readPaths: ReadPaths,
  reader: Reader,
  find: FindFields,
  rows: readonly StoredRow[],
): Promise<StoredRow[]> => {
  const found = rows.length === 0 ? undefined : await find(reader)
  if (!found) return [...rows]
  const fields = found.fields.filter((field) => effectOn(reader.actor.restricted, field) === undefined)
  const ids = rows.map(({ id }) => id)
  const stored = await repository.read(reader.db, found.of, ids)
  const { companyId } = found.of
  const all = [...stored.values()]
  const names = new Map([
    ...(await readNames(reader.db, found.of, fields, all)),
    ...(await readPaths(reader.db, companyId, idsOf(fields, 'organization', all))),
  ])
  return rows.map((row) => {
    const values = stored.get(row.id) ?? {}
    const texts = fields
      .filter(isReference)
      .map((field) => [placeOf(field.key), names.get(String(values[field.key])) ?? ''])
    return {
      ...row,
      body: { ...row.body, custom: toInputs(fields, values) },
      texts: { ...row.texts, ...Object.fromEntries(texts) },
    }
  })
}

/** Finds rows with their custom values, which their endpoints write. */
export const importedRows = (readPaths: ReadPaths, rows: ImportedRows, find: FindFields): ImportedRows => ({
  find: async (reader, key, values) => withStoredValues(readPaths, reader, find, await rows.find(reader, key, values)),
  byIds: async (reader, ids) => withStoredValues(readPaths, reader, find, await rows.byIds(reader, ids)),
})
