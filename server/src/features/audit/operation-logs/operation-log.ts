import type { Db } from '../../../kernel/db/database.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import type { SummarizeChange } from './change-summary.ts'
import type { LogRows } from './log-rows.ts'
import type { UserChanges } from './user-changes.repository.ts'
import type { visibleRows } from './visible-rows.repository.ts'

/** The audit log as other features read it. */
export type OperationLog = {
  /** Visible rows with a trace id or prefix, oldest first. */
  rowsOfTrace: LogRows['ofTrace']
  /** Rows visible to a viewer. */
  visibleRows(db: Db, viewer: Viewer): ReturnType<typeof visibleRows>
  userChanges: UserChanges
  summarizeChange: SummarizeChange
}
