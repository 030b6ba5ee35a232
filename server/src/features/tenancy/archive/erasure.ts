import * as z from 'zod/mini'
import { writeAudit } from '../../../kernel/db/audit-log.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { newTraceId } from '../../../kernel/ids.ts'
import { defineJob } from '../../../kernel/jobs/define-job.ts'
import { tenantsRepository as repository } from '../tenants/index.ts'

/**
 * Erases due tenants, each in its own transaction; safe on several nodes at once. One audit entry of the platform
 * remains.
 */
export const createErasure = ({ database, platformCompany }: { database: Database; platformCompany: string }) => {
  /** Returns whether a tenant was due. */
  const eraseOne = async (db: Db): Promise<boolean> => {
    const id = await repository.lockDueForErasure(db)
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
  const job = defineJob({
    name: 'tenants.erase',
    title: '删除已注销的租户',
    data: z.null(),
    reach: 'platform',
    schedule: { everyMinutes: 60, minute: 23 },
    async run({ transact }) {
      while (await transact(({ db }) => eraseOne(db)));
    },
  })
  return { eraseDue, job }
}
