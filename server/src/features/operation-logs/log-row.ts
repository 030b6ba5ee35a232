import { everyError } from '@atrium/contract/every-error.ts'
import { entityOf } from '@atrium/contract/features/operation-logs/event-words.ts'
import type { OperationLogRow } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import { changesBetween } from '@atrium/contract/features/operation-logs/row-changes.ts'
import { placeOf } from '../../kernel/place-of-ip.ts'
import { moduleOf } from './events.ts'
import type { StoredRow } from './operation-logs.repository.ts'

const sentences = new Map(everyError.map(({ code, msg }) => [code, msg]).reverse() as [number, string][])

type Noted = { id: string; name: string; home?: { name: string } } | null
/** What is noted about somebody may say more than the wire does. */
const actorOf = (noted: Noted) =>
  noted && { id: noted.id, name: noted.name, ...(noted.home && { guestOf: noted.home.name }) }

/** A stored row as the wire tells it: with place, module, sentence, and what it changed, field by field. */
const logRow = (row: StoredRow): OperationLogRow => ({
  ...row,
  actor: actorOf(row.actor as Noted),
  area: placeOf(row.ip),
  module: moduleOf(row.action),
  entity: entityOf(row.action),
  entityId: row.entityId ?? '',
  entityName: row.entityName ?? '',
  diff: changesBetween(row.before, row.after, row.action.endsWith('.secretReplaced')),
  reason: row.ok ? '' : (sentences.get(row.code) ?? `错误 ${row.code}`),
})

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')
/** Rows keep the codes of elements, which stay as they are; people read what those are called now. */
const elementField = 'elems'
const elementsIn = ({ diff }: OperationLogRow) =>
  diff.flatMap(({ field, from, to }) => (field === elementField ? [from, to].filter(isWords).flat() : []))
type Names = ReadonlyMap<string, string>
const withNames = (row: OperationLogRow, names: Names): OperationLogRow => {
  const named = (value: unknown) => (isWords(value) ? value.map((code) => names.get(code) ?? code) : value)
  const diff = row.diff.map((change) =>
    change.field === elementField ? { ...change, from: named(change.from), to: named(change.to) } : change,
  )
  return { ...row, diff }
}

/** Stored rows as the wire tells them, elements by name. In: what some elements are called, by their codes. */
export const logRows = async (
  stored: readonly StoredRow[],
  nameOf: (codes: readonly string[]) => Promise<Names>,
): Promise<OperationLogRow[]> => {
  const rows = stored.map(logRow)
  const codes = [...new Set(rows.flatMap(elementsIn))]
  if (codes.length === 0) return rows
  const names = await nameOf(codes)
  return rows.map((row) => withNames(row, names))
}
