import { channels } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { MetricSource } from '../../../kernel/metrics.ts'

/** More need not be counted. */
const most = 100_000

/** How many messages are due, by channel. */
export const messageMetrics = (database: Database): MetricSource => ({
  names: ['atrium_messages_waiting'],
  isShared: true,
  async read() {
    const { rows } = await database.statement({
      text: `select channel, (select count(*) from (select from messages
          where state = 'queued' and due_at <= now() and messages.channel = channels.channel limit $1) as due) as many
        from unnest($2::text[]) as channels (channel)`,
      values: [most, channels],
    })
    return { atrium_messages_waiting: rows.map(({ channel, many: value }) => ({ labels: { channel }, value })) }
  },
})
