import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { toAppError } from '../../../../kernel/http/error-reply.ts'
import type { JobBatch } from '../../../../kernel/jobs/define-job.ts'
import { originOfRun } from '../../../../kernel/jobs/scope-of-batch.ts'
import { AppError, type AuditNote } from '../../../../kernel/scope.ts'
import type { StoredRow } from '../../../../kernel/sheets/imported-rows.ts'
import { platformZone } from '../../../../kernel/wall-clock.ts'
import { judgeBody } from '../checking/body-values.ts'
import { getImportedRows, type Writes } from '../import-plan.ts'
import type { ImportPorts } from '../import-ports.ts'
import type { Turn } from '../import-run.ts'
import { importsRepository as repository, type StoredRowOfImport } from '../imports.repository.ts'
import type { CallEndpoint } from '../writing/call-endpoint.ts'
import type { ImportWriter } from '../writing/import-writer.ts'

type Ports = Pick<ImportPorts, 'routes' | 'constraints'>

/** Takes an import back by the endpoints of its entity, one row after the other. */
export const createTakeBack = (
  { routes, constraints }: Ports,
  call: CallEndpoint,
): Pick<ImportWriter, 'takeBack' | 'isAlone' | 'takeBackAlone'> => {
  const takeRow = async (
    turn: Turn,
    { remove, update }: Writes,
    { row, now }: { row: StoredRowOfImport; now: StoredRow | undefined },
  ): Promise<string> => {
    if (!now) return t('导入后已被删除')
    if (now.version !== row.versionAfter) return t('导入后已被他人修改')
    const params = { id: now.id }
    if (row.verdict === 'new') {
      if (!remove) return t('该数据不能删除')
      const answer = await call(turn, remove, { params, body: undefined })
      return 'refusal' in answer ? answer.refusal.spec.msg : ''
    }
    const judged = judgeBody(update, { ...row.before, version: now.version })
    if ('errors' in judged) return judged.errors[0]?.msg ?? ''
    const answer = await call(turn, update, { params, body: judged.body })
    return 'refusal' in answer ? answer.refusal.spec.msg : ''
  }

  return {
    async takeBack(turn, writes, rows) {
      const ids = rows.flatMap(({ entityId }) => entityId ?? [])
      const current = new Map((await getImportedRows(writes).byIds(turn, ids)).map((row) => [row.id, row]))
      const kept = new Map<number, string>()
      for (const row of rows) {
        const note = await takeRow(turn, writes, { row, now: current.get(row.entityId ?? '') })
        if (note !== '') kept.set(row.row, note)
      }
      return kept
    },

    isAlone: ({ remove }, { verdict }) => verdict === 'new' && remove?.reach === 'manual',
    /** By an endpoint that opens its transactions itself: what it commits is one batch of the run. */
    async takeBackAlone({ transact, row, writes, key, actor }) {
      const { remove } = writes
      const route = routes().find(({ endpoint }) => endpoint === remove)
      if (!remove || !route || remove.method === 'GET') throw new Error(`${remove?.path} deletes nothing`)
      const noted: AuditNote = {}
      const id = row.entityId ?? ''
      const commitIn = async <T>(batch: JobBatch, work: (db: Db) => Promise<T>): Promise<T> => {
        const [now] = await getImportedRows(writes).byIds({ db: batch.db, actor }, [id])
        if (now?.version !== row.versionAfter) throw new AppError(kernelErrors.versionConflict)
        const result = await work(batch.db)
        await repository.setOutcomes(batch.db, key, [{ row: row.row, outcome: 'undone', note: '' }])
        const { sideEffects: _, ...note } = noted
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
    },
  }
}
