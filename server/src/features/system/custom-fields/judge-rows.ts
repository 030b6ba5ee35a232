import type { FieldError } from '@atrium/contract/kernel/envelope.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { FindOutOfScope } from '../../../kernel/http/bound-ids.ts'
import type { Actor } from '../../../kernel/scope.ts'
import type { ReadDictionaries } from '../../../kernel/sheets/export-sheet.ts'
import { givenName } from '../../../kernel/texts/product-name.ts'
import { type CustomRows, customValuesRepository as repository, type StoredValues } from './custom-values.repository.ts'
import type { CustomField } from './definitions.repository.ts'
import { refusal } from './judge-values.ts'
import { isReference, readNames } from './shown-values.ts'

/** Names of organisations of a company with those above them, by id. */
export type ReadPaths = (db: Db, companyId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
export type ValuePorts = {
  findOutOfScope: FindOutOfScope
  /** Items of dictionaries as they apply in a company. */
  dictionaries: ReadDictionaries
}
export type Reader = { db: Db; actor: Actor }
/** The changed values of a row; `row` tells it from others, `id` is absent for a new one. */
export type ChangedRow = { readonly row: string; readonly id: string | undefined; readonly set: StoredValues }
/** Which row has claimed a value of a unique field, by field and value. */
export type Claims = Map<string, string>
type Judge = (row: ChangedRow) => FieldError[]

const scopedAs = { person: 'user', organization: 'organization' } as const
const hasValue = (rows: readonly ChangedRow[], { key }: CustomField) => rows.some(({ set }) => set[key] !== undefined)

/** Values that name rows the company or the caller does not have. */
const judgeReferences = async (
  { findOutOfScope }: ValuePorts,
  { db, actor }: Reader,
  fields: readonly CustomField[],
  rows: readonly ChangedRow[],
): Promise<Judge> => {
  const sent = fields.filter(isReference).filter((field) => hasValue(rows, field))
  const sets = rows.map(({ set }) => set)
  const known = sent.length === 0 ? new Map() : await readNames(db, actor, sent, sets)
  const unseen = new Set<string>()
  for (const { kind, key } of actor.rows === 'all' ? [] : sent) {
    const ids = sets.flatMap((set) => (set[key] === undefined ? [] : String(set[key])))
    for (const id of await findOutOfScope(db, actor, scopedAs[kind], ids)) unseen.add(id)
  }
  return ({ set }) =>
    sent.flatMap(({ key, name }) => {
      const id = set[key] === undefined ? undefined : String(set[key])
      if (id === undefined || (known.has(id) && !unseen.has(id))) return []
      return refusal(key, t('所选{name}不存在，或不在您的数据范围内', { name: givenName(name) }))
    })
}

const judgeChoices = async (
  { dictionaries }: ValuePorts,
  { actor }: Reader,
  fields: readonly CustomField[],
  rows: readonly ChangedRow[],
): Promise<Judge> => {
  const sent = fields.filter((field) => field.kind === 'choice' && hasValue(rows, field))
  const groups = [...new Set(sent.map(({ dictionary }) => dictionary))]
  const items = groups.length === 0 ? new Map() : await dictionaries(actor.companyId, groups)
  const codes = new Map(
    groups.map((group) => [group, new Set((items.get(group) ?? []).map(({ code }: { code: string }) => code))]),
  )
  return ({ set }) =>
    sent.flatMap(({ key, name, dictionary }) =>
      set[key] === undefined || codes.get(dictionary)?.has(String(set[key]))
        ? []
        : refusal(key, t('所选{name}不存在或已停用，请重新选择', { name: givenName(name) })),
    )
}

export const takenMessage = (name: string) => t('该{name}已被使用', { name: givenName(name) })
const claimOf = (fieldId: string, value: unknown) => `${fieldId} ${value}`
/** Values that other rows have, or rows before them. A race is decided by the database, which says of what it refuses neither field nor value. */
export const judgeUnique = async (
  { db }: Reader,
  of: CustomRows,
  fields: readonly CustomField[],
  rows: readonly ChangedRow[],
  claims: Claims,
): Promise<Judge> => {
  const sent = fields.filter((field) => field.unique && hasValue(rows, field))
  if (sent.length === 0) return () => []
  const values = sent.flatMap(({ id: fieldId, key }) =>
    rows.flatMap(({ set }) => (set[key] === undefined ? [] : { fieldId, value: String(set[key]) })),
  )
  const owners = new Map(
    (await repository.owners(db, of, values)).map(({ fieldId, value, rowId }) => [claimOf(fieldId, value), rowId]),
  )
  return ({ row, id, set }) =>
    sent.flatMap((field) => {
      if (set[field.key] === undefined) return []
      const claim = claimOf(field.id, set[field.key])
      const owner = owners.get(claim)
      const isTaken = (owner !== undefined && owner !== id) || (claims.get(claim) ?? row) !== row
      if (!isTaken) claims.set(claim, row)
      return isTaken ? refusal(field.key, takenMessage(field.name)) : []
    })
}

/**
 * Judges changed values of rows by what other rows have, a few statements for all of them. Takes the fields of the entity
 * in the caller's company, and what rows before these have claimed.
 * @returns what refuses each, by `row`
 */
export const judgeRows = async (
  ports: ValuePorts,
  reader: Reader,
  of: CustomRows,
  fields: readonly CustomField[],
  rows: readonly ChangedRow[],
  claims: Claims = new Map(),
): Promise<ReadonlyMap<string, readonly FieldError[]>> => {
  const judges = [
    await judgeReferences(ports, reader, fields, rows),
    await judgeChoices(ports, reader, fields, rows),
    await judgeUnique(reader, of, fields, rows, claims),
  ]
  return new Map(rows.map((row) => [row.row, judges.flatMap((judge) => judge(row))]))
}
