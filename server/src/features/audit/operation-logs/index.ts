export { rowsOfTrace } from './log-row.ts'
export { newestFirst, orNewest, type RowRange } from './row-range.ts'
export { userChanges } from './user-changes.repository.ts'
export { visibleRows as visibleLogRows } from './visible-rows.repository.ts'
