import {
  maxExportedRows,
  maxProvenRows,
  type OperationsNarrowing,
  type OperationsQuery,
} from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import { operationLogErrors } from '@atrium/contract/features/operation-logs/operation-logs.errors.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { type Actor, AppError, type LooseScope, type RequestScope } from '../../kernel/scope.ts'
import { denials } from '../explain/index.ts'
import { checkStretch } from './chain.repository.ts'
import { firstDiffering } from './checkpoint-seal.ts'
import { checkpointsRepository } from './checkpoints.repository.ts'
import type { Checkpoints } from './checkpoints.service.ts'
import { eventsOfEntity, eventsOfModule } from './events.ts'
import { exportedProof } from './exported-proof.ts'
import { exportedRows } from './exported-rows.ts'
import { failedCallsRepository } from './failed-calls.repository.ts'
import { standingIn } from './incident-standing.ts'
import { logRows } from './log-row.ts'
import { type Narrowing, operationLogsRepository as repository, type StoredRow } from './operation-logs.repository.ts'
import { orNewest, type Stretch } from './stretch.ts'
import { toldRow } from './told-rows.ts'
import { trailsRepository } from './trails.repository.ts'

/** Under half a second each, so that progress is seen and a closed dialog stops the work. */
const rowsInStretch = 20_000
const mostOfIncident = 200
const rowsInBatch = 500

const narrowingOf = (query: OperationsNarrowing, actor: Actor, timeZone: string): Narrowing => {
  const { 'f.event': event, 'f.module': module } = query
  const events = module === undefined ? undefined : eventsOfModule(module)
  if (event === undefined) return { ...query, actor, timeZone, ...(events && { events }) }
  return { ...query, actor, timeZone, events: events === undefined || events.includes(event) ? [event] : [] }
}

type Ends = { from: number; upTo: number; head: number }

const inWords = (db: Db, rows: readonly StoredRow[]) => logRows(rows, (codes) => repository.elementNames(db, codes))

/** What the checkpoints know of a stretch, and of rows that ought to follow the newest one. */
const againstCheckpoints = async ({ db, actor }: RequestScope, publicKey: string, { from, upTo, head }: Ends) => {
  const rows = { from: from + 1, to: upTo < head ? upTo : Number.MAX_SAFE_INTEGER }
  const checkpoints = await checkpointsRepository.around(db, actor.companyId, rows)
  const within = checkpoints.filter(({ seq }) => seq <= rows.to)
  return firstDiffering(publicKey, await checkpointsRepository.compare(db, within), within[0]?.after)
}

/** Who made the last of these calls, as far as that is known. */
const callerIn = (rows: readonly StoredRow[]) => {
  const last = rows.findLast(({ actor }) => actor !== null)
  return last && { user: last.actor as { id: string }, sessionId: last.sessionId }
}

type OperationLogPorts = { database: Database; checkpoints: Checkpoints }
export const createOperationLogs = ({ database, checkpoints }: OperationLogPorts) => ({
  async list({ db, actor, origin }: RequestScope, query: OperationsQuery) {
    const narrowing = narrowingOf(query, actor, origin.timeZone)
    const [rows, total] = await Promise.all([
      orNewest(query, (stretch) => repository.page(db, narrowing, stretch)),
      repository.total(db, narrowing),
    ])
    return { data: await inWords(db, rows), ...total }
  },

  /** Each batch is a short transaction in the company's sight: the file may take minutes, no connection is held for it. */
  async export({ actor, origin, note }: LooseScope<Actor>, filters: OperationsNarrowing) {
    const sight = { reach: 'company', companyId: actor.companyId } as const
    const narrowing = narrowingOf(filters, actor, origin.timeZone)
    if (await database.transact(sight, (db) => repository.exceeds(db, narrowing, maxExportedRows)))
      throw new AppError(operationLogErrors.tooManyRows)
    note({ entityName: '操作日志', after: filters })
    const page = (stretch: Stretch) =>
      database.transact(sight, async (db) => {
        const rows = await inWords(db, await repository.page(db, narrowing, stretch))
        return actor.restricted ? rows.map((row) => toldRow(row, actor.restricted ?? {})) : rows
      })
    return { bytes: exportedRows(page, origin.timeZone), type: 'text/csv; charset=utf-8' }
  },

  /** Throws `tooManyProven`. Signs first how far the log has come, so that every row of the file is under a signature. */
  async exportProof({ actor, origin, note }: LooseScope<Actor>, filters: OperationsNarrowing) {
    const { companyId } = actor
    const inSight = <T>(work: (db: Db) => Promise<T>) => database.transact({ reach: 'company', companyId }, work)
    const narrowing = narrowingOf(filters, actor, origin.timeZone)
    if (await inSight((db) => repository.exceeds(db, narrowing, maxProvenRows)))
      throw new AppError(operationLogErrors.tooManyProven)
    await checkpoints.seal(companyId)
    note({ entityName: '操作日志', after: filters })
    const bytes = exportedProof({
      head: checkpoints,
      page: (after) =>
        inSight(async (db) => {
          const rows = await repository.page(db, narrowing, { size: rowsInBatch, after })
          return checkpointsRepository.sealed(
            db,
            rows.map(({ seq }) => seq),
          )
        }),
      around: (rows) => inSight((db) => checkpointsRepository.around(db, companyId, rows)),
      hashes: (checkpoint) => inSight((db) => checkpointsRepository.hashes(db, companyId, checkpoint)),
    })
    // The console tells a file from a refusal by its type.
    return { bytes, type: 'application/octet-stream' }
  },

  checkpoints: ({ db, actor }: RequestScope) => checkpoints.carriedOff(db, actor.companyId),

  /** A chain that holds in itself may still be another than the one that was signed. */
  async verify(scope: RequestScope, from: number) {
    const { broken, ...stretch } = await checkStretch(scope.db, from, rowsInStretch)
    const differing = await againstCheckpoints(scope, checkpoints.publicKey, { from, ...stretch })
    // What the chain shows by itself is named to the row.
    if (differing && !(broken && broken.seq <= differing.last))
      return { ...stretch, broken: { ...differing, time: null, action: null } }
    return { ...stretch, ...(broken && { broken }) }
  },

  async incident({ db, actor }: RequestScope, traceId: string) {
    const [rows, found] = await Promise.all([
      repository.trace(db, actor, traceId, mostOfIncident),
      failedCallsRepository.find(db, actor, traceId),
    ])
    const denial = found ? undefined : await denials.find(db, actor, traceId)
    const call = found?.call ?? denial
    const [{ name: company, ...standing }, trail] = await Promise.all([
      standingIn(db, callerIn(rows) ?? found?.caller),
      call && trailsRepository.find(db, call),
    ])
    return {
      ...{ company, standing, rows: await inWords(db, rows), failure: found?.call ?? null },
      ...{ refused: denial !== undefined, trail: trail ?? null },
    }
  },

  async timeline({ db, actor }: RequestScope, { entity, id }: { entity: string; id: string }, query: Stretch) {
    const of = { id, events: eventsOfEntity(entity) }
    const [rows, total] = await Promise.all([
      orNewest(query, (stretch) => repository.timeline(db, actor, of, stretch)),
      repository.timelineTotal(db, actor, of),
    ])
    return { data: await inWords(db, rows), ...total }
  },
})

export type OperationLogs = ReturnType<typeof createOperationLogs>
