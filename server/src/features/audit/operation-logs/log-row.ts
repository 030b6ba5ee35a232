import type { OperationLogRow } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { changesBetween } from '@atrium/contract/features/audit/operation-logs/row-changes.ts'
import { entityOf, everyError } from '@atrium/contract/index.ts'
import { placeOf } from '../../../kernel/place-of-ip.ts'
import { moduleOf } from './events.ts'
import type { StoredRow } from './operation-logs.repository.ts'

const errorMessages = new Map(everyError.map(({ code, msg }) => [code, msg]).reverse() as [number, string][])

type StoredActor = { id: string; name: string; home?: { name: string } } | null
/** The stored actor has more fields than the reply. */
const actorOf = (actor: StoredActor) =>
  actor && { id: actor.id, name: actor.name, ...(actor.home && { guestOf: actor.home.name }) }

/** A stored row as returned, with place, module, message and field changes. */
const toLogRow = (row: StoredRow): OperationLogRow => ({
  ...row,
  actor: actorOf(row.actor as StoredActor),
  area: placeOf(row.ip),
  module: moduleOf(row.action),
  entity: entityOf(row.action),
  entityId: row.entityId ?? '',
  entityName: row.entityName ?? '',
  diff: changesBetween(row.before, row.after, row.action.endsWith('.secretReplaced')),
  reason: row.ok ? '' : (errorMessages.get(row.code) ?? `错误 ${row.code}`),
})

const isStringList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')
/** Rows store the codes of elements; their current names are shown. */
const elementField = 'elems'
const elementsIn = ({ diff }: OperationLogRow) =>
  diff.flatMap(({ field, from, to }) => (field === elementField ? [from, to].filter(isStringList).flat() : []))
type Names = ReadonlyMap<string, string>
const withNames = (row: OperationLogRow, names: Names): OperationLogRow => {
  const toNames = (value: unknown) => (isStringList(value) ? value.map((code) => names.get(code) ?? code) : value)
  const diff = row.diff.map((change) =>
    change.field === elementField ? { ...change, from: toNames(change.from), to: toNames(change.to) } : change,
  )
  return { ...row, diff }
}

/** Converts stored rows for the reply, with names of elements. In: a lookup of names by code. */
export const toLogRows = async (
  stored: readonly StoredRow[],
  nameOf: (codes: readonly string[]) => Promise<Names>,
): Promise<OperationLogRow[]> => {
  const rows = stored.map(toLogRow)
  const codes = [...new Set(rows.flatMap(elementsIn))]
  if (codes.length === 0) return rows
  const names = await nameOf(codes)
  return rows.map((row) => withNames(row, names))
}
