/** What failed is kept for thirty days (decision 53). */
export const operationLogsLeftovers = [`delete from failed_calls where last_at < now() - interval '30 days'`]
