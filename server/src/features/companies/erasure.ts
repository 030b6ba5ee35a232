import { writeAudit } from '../../kernel/db/audit-log.ts'
import { orNotFound } from '../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { hourly } from '../../kernel/hourly.ts'
import { newTraceId } from '../../kernel/ids.ts'
import { tenantsRepository as repository } from './tenants.repository.ts'

/**
 * Erases tenants whose moment has come, each in a transaction of its own; any number of nodes may do it at once. What
 * remains is one row in the platform's own log.
 */
export const createErasure = ({ database, platformCompany }: { database: Database; platformCompany: string }) => {
  /** Out: whether there was one. */
  const eraseOne = async (db: Db): Promise<boolean> => {
    const id = await repository.takeDue(db)
    if (id === undefined) return false
    const started = performance.now()
    const { companyName, closeReason: reason, usage } = orNotFound(await repository.find(db, id))
    await repository.erase(db, id)
    await writeAudit(db, {
      companyId: platformCompany,
      actor: null,
      sessionId: null,
      origin: { traceId: newTraceId(), ip: '', agent: '' },
      event: 'tenant.erased',
      entityId: id,
      entityName: companyName,
      before: { reason, companies: usage.companies, people: usage.users },
      ok: true,
      code: 0,
      ms: Math.round(performance.now() - started),
    })
    return true
  }
  const eraseDue = async () => {
    while (await database.transact({ reach: 'platform' }, eraseOne));
  }
  return {
    eraseDue,
    /** Begins to look every hour. In: where to tell of trouble. Out: how to stop, once what is under way is done. */
    start: (onError: (error: unknown) => void) => hourly(eraseDue, onError),
  }
}
