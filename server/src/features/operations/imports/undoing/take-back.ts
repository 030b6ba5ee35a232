import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { toAppError } from '../../../../kernel/http/error-reply.ts'
import type { JobBatch, JobRun, UndoData } from '../../../../kernel/jobs/define-job.ts'
import { originOfRun } from '../../../../kernel/jobs/scope-of-batch.ts'
import { type Actor, AppError, type AuditNote } from '../../../../kernel/scope.ts'
import type { ImportedRows } from '../../../../kernel/sheets/imported-rows.ts'
import { platformZone } from '../../../../kernel/wall-clock.ts'
import type { ImportPorts } from '../import-ports.ts'
import { type ImportKey, importsRepository as repository, type StoredRowOfImport } from '../imports.repository.ts'

type Ports = Pick<ImportPorts, 'routes' | 'constraints'>
type Taken = { remove: Endpoint; rows: ImportedRows; key: ImportKey; actor: Actor }

/**
 * Creates the function that deletes an added row by an endpoint that opens its transactions itself. What it commits is
 * one batch of the run, with the row's outcome in it.
 * @returns why the row is kept; empty once it is deleted.
 */
export const createTakeBack =
  ({ routes, constraints }: Ports) =>
  async (
    transact: JobRun<UndoData>['transact'],
    row: StoredRowOfImport,
    { remove, rows, key, actor }: Taken,
  ): Promise<string> => {
    const route = routes().find(({ endpoint }) => endpoint === remove)
    if (!route || remove.method === 'GET') throw new Error(`${remove.path} deletes nothing`)
    const noted: AuditNote = {}
    const id = row.entityId ?? ''
    const commitIn = async <T>(batch: JobBatch, work: (db: Db) => Promise<T>): Promise<T> => {
      const [now] = await rows.byIds({ db: batch.db, actor }, [id])
      if (now?.version !== row.versionAfter) throw new AppError(kernelErrors.versionConflict)
      const result = await work(batch.db)
      await repository.setOutcomes(batch.db, key, [{ row: row.row, outcome: 'undone', note: '' }])
      const { parts: _, ...note } = noted
      if ('event' in remove.audit) await batch.auditAll([{ event: remove.audit.event, note }])
      batch.count({ ok: 1 })
      batch.save(true)
      return result
    }
    const scope = {
      actor,
      origin: originOfRun({ timeZone: platformZone }),
      note: (added: AuditNote) => void Object.assign(noted, added),
      confirm: () => undefined,
      setCookie: () => undefined,
      commit: <T>(work: (db: Db) => Promise<T>) => transact((batch) => commitIn(batch, work)),
    }
    try {
      await route.handle(scope, { params: { id }, query: undefined, body: undefined, file: undefined })
      return ''
    } catch (thrown) {
      const error = toAppError(thrown, constraints())
      if (error instanceof AppError) return error.spec.msg
      throw error
    }
  }
