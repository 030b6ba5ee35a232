/** What failed is kept for thirty days (decision 53), and with it what was attached; to a denial as long as that (decision 64). */
export const operationLogsLeftovers = [
  `delete from failed_calls where last_at < now() - interval '30 days'`,
  `delete from trails where failed_call_id is null and called_at < now() - interval '30 days'`,
]
