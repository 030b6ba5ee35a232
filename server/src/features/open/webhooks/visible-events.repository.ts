import type { Db } from '../../../kernel/db/database.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import type { OperationLog } from '../../audit/operation-logs/index.ts'

/** Whether an event is a row of the log that a viewer sees. Takes its number there. */
export const isVisibleEvent = async (log: OperationLog, db: Db, viewer: Viewer, seq: number): Promise<boolean> => {
  const row = log
    .visibleRows(db, viewer)
    .where('audit_log.company_id', '=', viewer.companyId)
    .where('audit_log.seq', '=', seq)
    .select('audit_log.seq')
  return (await row.executeTakeFirst()) !== undefined
}
