import type { BatchAudit } from '../../../../kernel/jobs/define-job.ts'
import type { WrittenUsers } from '../writing/plan-new-users.ts'

/** Adds the audit rows of written users: one each under the event, and those of what belongs to several of them. */
export const logWrittenUsers = (audited: BatchAudit[], event: string, { notes, sideEffects }: WrittenUsers): void => {
  for (const note of notes.values()) audited.push({ event, note })
  for (const { event: own, companyId, ...note } of sideEffects)
    audited.push({ event: own, note, ...(companyId !== undefined && { companyId }) })
}
