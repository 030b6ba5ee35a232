import type { Database } from '../../../kernel/db/database.ts'
import type { MetricSource } from '../../../kernel/metrics.ts'

/** More need not be counted. */
const most = 100_000

/** How many deliveries are due. */
export const webhookMetrics = (database: Database): MetricSource => ({
  names: ['atrium_webhooks_waiting'],
  isShared: true,
  async read() {
    const { rows } = await database.statement({
      text: `select count(*) as many from (select from webhook_deliveries
        where state = 'waiting' and due_at <= now() and id >= id_at(now() - interval '3 days') limit $1) as due`,
      values: [most],
    })
    return { atrium_webhooks_waiting: rows[0].many }
  },
})
