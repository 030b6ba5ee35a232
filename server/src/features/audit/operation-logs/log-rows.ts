import type { OperationLogRow } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { changesBetween } from '@atrium/contract/features/audit/operation-logs/row-changes.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { locateIp } from '../../../kernel/locate-ip.ts'
import { mapInChunks } from '../../../kernel/map-in-chunks.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import type { LogEvents } from './log-events.ts'
import type { OperationLogsRepository, StoredRow } from './operation-logs.repository.ts'

type StoredActor = { id: string; name: string; home?: { name: string } } | null
/** The stored actor has more fields than the reply. */
const actorOf = (actor: StoredActor) =>
  actor && { id: actor.id, name: actor.name, ...(actor.home && { guestOf: actor.home.name }) }

type Sources = { catalogue: Catalogue; events: LogEvents; repository: OperationLogsRepository }

/** Returns a function that shows a stored row, with place, module, message and field changes. */
const createRowView = ({
  catalogue: { everyError, entityOf, fieldWords },
  events: { findModule },
}: Omit<Sources, 'repository'>) => {
  const errorMessages = new Map(everyError.map(({ code, msg }) => [code, msg]).reverse() as [number, string][])
  return (row: StoredRow): OperationLogRow => {
    const entity = entityOf(row.action)
    return {
      ...row,
      actor: actorOf(row.actor as StoredActor),
      area: locateIp(row.ip),
      module: findModule(row.action),
      entity,
      entityId: row.entityId ?? '',
      entityName: row.entityName ?? '',
      diff: changesBetween(row.before, row.after, row.action.endsWith('.secretReplaced'), (field) =>
        fieldWords(entity, field),
      ),
      reason: row.ok ? '' : (errorMessages.get(row.code) ?? t('错误 {code}', { code: row.code })),
    }
  }
}

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

const customPrefix = 'custom.'
/** Custom fields that rows have changed, as `<entity>.<key>`: rows store their keys, and names are shown. */
const customFieldsIn = ({ entity, diff }: OperationLogRow) =>
  diff.flatMap(({ field }) => (field.startsWith(customPrefix) ? `${entity}.${field.slice(customPrefix.length)}` : []))
const withCustomNames = (row: OperationLogRow, names: Names): OperationLogRow => ({
  ...row,
  diff: row.diff.map((change) => {
    const name = names.get(`${row.entity}.${change.field.slice(customPrefix.length)}`)
    return change.field.startsWith(customPrefix) && name !== undefined ? { ...change, label: name } : change
  }),
})

const withNamesOf = (rows: readonly OperationLogRow[], names: Names) =>
  mapInChunks(rows, (row) => withCustomNames(row, names))

/** Converts stored rows for the reply, with names of elements and of custom fields. */
export const createLogRows = ({ repository, ...sources }: Sources) => {
  const toLogRow = createRowView(sources)
  const toLogRows = async (db: Db, stored: readonly StoredRow[]): Promise<OperationLogRow[]> => {
    // An export shows a thousand at once.
    const rows = await mapInChunks(stored, toLogRow)
    const codes = [...new Set(rows.flatMap(elementsIn))]
    const custom = [...new Set(rows.flatMap(customFieldsIn))]
    const named = custom.length === 0 ? rows : await withNamesOf(rows, await repository.customNames(db, custom))
    if (codes.length === 0) return named
    const names = await repository.elementNames(db, codes)
    return mapInChunks(named, (row) => withNames(row, names))
  }
  return {
    toLogRows,
    /** Visible rows with a trace id or prefix, oldest first. */
    ofTrace: async (db: Db, viewer: Viewer, traceId: string, limit: number): Promise<OperationLogRow[]> =>
      toLogRows(db, await repository.trace(db, viewer, traceId, limit)),
  }
}
export type LogRows = ReturnType<typeof createLogRows>
