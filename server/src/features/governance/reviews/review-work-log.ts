import { writeAudit } from '../../../kernel/db/audit-log.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newTraceId } from '../../../kernel/ids.ts'
import type { AuditNote } from '../../../kernel/scope.ts'

export type AuditEntry = { event: string; note: AuditNote }

/** Audits work done by the system. */
export const writeSystemAudit = async (db: Db, companyId: string, entries: readonly AuditEntry[]) => {
  const traceId = newTraceId()
  for (const { event, note } of entries)
    await writeAudit(db, {
      companyId,
      actor: null,
      sessionId: null,
      origin: { traceId, ip: '', agent: '' },
      event,
      entityId: note.entityId,
      entityName: note.entityName,
      before: note.before,
      after: note.after,
      ok: true,
      code: 0,
      ms: 0,
    } as Parameters<typeof writeAudit>[1])
}
