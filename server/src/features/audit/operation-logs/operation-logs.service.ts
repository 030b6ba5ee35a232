import {
  maxProvenRows,
  type OperationsExport,
  type OperationsFilter,
  type OperationsQuery,
} from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { operationLogErrors } from '@atrium/contract/features/audit/operation-logs/operation-logs.errors.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { mapInChunks } from '../../../kernel/map-in-chunks.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope } from '../../../kernel/scope.ts'
import type { ExportSheet } from '../../../kernel/sheets/export-sheet.ts'
import { checkRange } from './chain.repository.ts'
import { findFirstDifference } from './checkpoint-seal.ts'
import { checkpointsRepository } from './checkpoints.repository.ts'
import type { Checkpoints } from './checkpoints.service.ts'
import { exportedProof } from './exported-proof.ts'
import type { LogEvents } from './log-events.ts'
import type { LogRows } from './log-rows.ts'
import { maskLogRow } from './masked-rows.ts'
import { operationHistogram } from './operation-histogram.ts'
import type { OperationLogSource } from './operation-log-sheet.ts'
import type { LogFilter, OperationLogsRepository } from './operation-logs.repository.ts'
import { orNewest, type RowRange } from './row-range.ts'
import { findBrokenRecord } from './segment-seal.ts'
import { segmentsRepository } from './segments.repository.ts'

/** Under half a second each, so that progress is visible and closing the dialog stops the work. */
const rowsPerCheck = 20_000
type Caller = Pick<DetachedScope<Actor>, 'actor' | 'origin'>

const proofBatchSize = 500
const exportBatchSize = 1000

const toLogFilter = (known: LogEvents, query: OperationsFilter, { actor, origin }: Caller): LogFilter => {
  const { timeZone } = origin
  const { 'f.event': event, 'f.module': module } = query
  const events = module === undefined ? undefined : known.ofModule(module)
  if (event === undefined) return { ...query, actor, timeZone, ...(events && { events }) }
  return { ...query, actor, timeZone, events: events === undefined || events.includes(event) ? [event] : [] }
}

type CheckedRange = { from: number; archived: number; upTo: number; head: number }

/** Compares a range with its checkpoints, including rows that should follow the newest one. */
const compareWithCheckpoints = async (
  { db, actor }: RequestScope,
  publicKeys: readonly string[],
  { from, archived, upTo, head }: CheckedRange,
) => {
  const rows = { from: Math.max(from, archived) + 1, to: upTo < head ? upTo : Number.MAX_SAFE_INTEGER }
  const checkpoints = await checkpointsRepository.around(db, actor.companyId, rows)
  const within = checkpoints.filter(({ seq }) => seq <= rows.to)
  return findFirstDifference(publicKeys, await checkpointsRepository.compare(db, within), within[0]?.after)
}

/** The files of segments are verified where they are carried to. */
const findBrokenSegment = async ({ db, actor }: RequestScope, publicKeys: readonly string[]) =>
  findBrokenRecord(publicKeys, await segmentsRepository.list(db, actor.companyId))

type OperationLogPorts = {
  database: Database
  catalogue: Catalogue
  checkpoints: Checkpoints
  exportSheet: ExportSheet
  events: LogEvents
  rows: LogRows
  repository: OperationLogsRepository
  source: OperationLogSource
}
export const createOperationLogs = (ports: OperationLogPorts) => {
  const { database, catalogue, checkpoints, exportSheet, events, repository, source } = ports
  const { toLogRows } = ports.rows
  return {
    async list(scope: RequestScope, query: OperationsQuery) {
      const { db } = scope
      const filter = toLogFilter(events, query, scope)
      const [rows, total] = await Promise.all([
        orNewest(query, (range) => repository.page(db, filter, range)),
        repository.total(db, filter),
      ])
      return { data: await toLogRows(db, rows), ...total }
    },

    histogram(scope: RequestScope, query: OperationsFilter) {
      return operationHistogram(scope.db, repository, toLogFilter(events, query, scope))
    },

    export(scope: DetachedScope<Actor>, request: OperationsExport) {
      const { actor } = scope
      const filter = toLogFilter(events, request, scope)
      return exportSheet(scope, {
        source,
        request,
        reach: { reach: 'company', companyId: actor.companyId } as const,
        batchSize: exportBatchSize,
        count: (db, limit) => repository.count(db, filter, limit),
        async batch(db, after, size) {
          const rows = await toLogRows(db, await repository.page(db, filter, { size, after: after?.seq }))
          const { restricted } = actor
          return restricted ? mapInChunks(rows, (row) => maskLogRow(row, restricted)) : rows
        },
        names: async () => ({
          event: request['f.event'] && catalogue.eventName(request['f.event']),
          module: request['f.module'] && catalogue.moduleName(request['f.module']),
        }),
      })
    },

    /**
     * Seals the chain first, so that every row is covered by a signature.
     * @throws `tooManyProven`
     */
    async exportProof(scope: DetachedScope<Actor>, filters: OperationsFilter) {
      const { note } = scope
      const { companyId } = scope.actor
      const inCompany = <T>(work: (db: Db) => Promise<T>) => database.transact({ reach: 'company', companyId }, work)
      const filter = toLogFilter(events, filters, scope)
      if (await inCompany((db) => repository.exceeds(db, filter, maxProvenRows)))
        throw new AppError(operationLogErrors.tooManyProven)
      await checkpoints.seal(companyId)
      note({ entityName: '操作日志', after: filters })
      const bytes = exportedProof({
        head: checkpoints.keyOfFile(),
        page: (after) =>
          inCompany(async (db) => {
            const rows = await repository.page(db, filter, { size: proofBatchSize, after })
            return checkpointsRepository.sealedRows(
              db,
              rows.map(({ seq }) => seq),
            )
          }),
        around: (rows) => inCompany((db) => checkpointsRepository.around(db, companyId, rows)),
        hashes: (checkpoint) => inCompany((db) => checkpointsRepository.hashes(db, companyId, checkpoint)),
      })
      // The console tells a file from an error by its type.
      return { bytes, type: 'application/octet-stream' }
    },

    checkpoints: ({ db, actor }: RequestScope) => checkpoints.exportNewest(db, actor.companyId),

    /** A consistent chain may still differ from the signed one, or begin where no archived segment ends. */
    async verify(scope: RequestScope, from: number) {
      const { broken, ...range } = await checkRange(scope.db, from, rowsPerCheck)
      const record = from === 0 ? await findBrokenSegment(scope, checkpoints.publicKeys()) : undefined
      if (record) return { ...range, broken: { ...record, time: null, action: null } }
      const difference = await compareWithCheckpoints(scope, checkpoints.publicKeys(), { from, ...range })
      // Faults of the chain itself name the exact row and take precedence.
      if (difference && !(broken && broken.seq <= difference.last))
        return { ...range, broken: { ...difference, time: null, action: null } }
      return { ...range, ...(broken && { broken }) }
    },

    async timeline({ db, actor }: RequestScope, { entity, id }: { entity: string; id: string }, query: RowRange) {
      const of = { id, events: events.ofEntity(entity) }
      const [rows, total] = await Promise.all([
        orNewest(query, (range) => repository.timeline(db, actor, of, range)),
        repository.timelineTotal(db, actor, of),
      ])
      return { data: await toLogRows(db, rows), ...total }
    },
  }
}
