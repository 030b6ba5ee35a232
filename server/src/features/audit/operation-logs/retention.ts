/**
 * Failures are kept for thirty days with their breadcrumbs (decision 53); breadcrumbs of denials as long (decision 64).
 */
export const operationLogsRetention = [
  `delete from failed_calls where last_at < now() - interval '30 days'`,
  `delete from trails where failed_call_id is null and called_at < now() - interval '30 days'`,
]
