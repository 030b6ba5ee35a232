import type { Db } from '../../../kernel/db/database.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import { visibleLogRows } from '../../audit/operation-logs/index.ts'

/** Whether an event is a row of the log that a viewer sees. Takes its number there. */
export const isVisibleEvent = async (db: Db, viewer: Viewer, seq: number): Promise<boolean> => {
  const row = visibleLogRows(db, viewer)
    .where('audit_log.company_id', '=', viewer.companyId)
    .where('audit_log.seq', '=', seq)
    .select('audit_log.seq')
  return (await row.executeTakeFirst()) !== undefined
}
