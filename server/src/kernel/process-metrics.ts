import type { Announcements } from './announcements.ts'
import type { Database } from './db/database.ts'
import type { Events } from './events/events.ts'
import type { FileStore } from './files/file-store.ts'
import type { CompanyShares } from './http/company-shares.ts'
import type { MetricSource } from './metrics.ts'

type Parts = {
  build: Readonly<Record<'version' | 'node' | 'runtime', string>>
  database: Database
  announcements: Announcements
  events: Pick<Events, 'usage'>
  fileStore: Pick<FileStore, 'calls'>
  shares: Pick<CompanyShares, 'refusals'>
  isReady(): Promise<boolean>
}

const byLabel = (label: string, values: Readonly<Record<string, number>>) =>
  Object.entries(values).map(([key, value]) => ({ labels: { [label]: key }, value }))

const databaseMetrics = (database: Database): MetricSource => ({
  names: [
    'atrium_database_up',
    'atrium_database_connections',
    'atrium_database_connections_max',
    'atrium_database_waiting',
    'atrium_database_transactions_total',
    'atrium_database_unanswered_total',
    'atrium_database_failures_total',
    'atrium_database_slow_statements_total',
  ],
  read() {
    const { size, open, busy, waiting, lost, unanswered, slow, committed, failed, retried, isAway } = database.usage()
    return {
      atrium_database_up: Number(!isAway),
      atrium_database_connections: byLabel('state', { busy, idle: open - busy }),
      atrium_database_connections_max: size,
      atrium_database_waiting: waiting,
      atrium_database_transactions_total: byLabel('outcome', { committed, failed, retried }),
      atrium_database_unanswered_total: unanswered,
      atrium_database_failures_total: lost,
      atrium_database_slow_statements_total: slow,
    }
  },
})

const outsideMetrics = ({ announcements, fileStore }: Parts): MetricSource => ({
  names: ['atrium_redis_messages_total', 'atrium_redis_up', 'atrium_s3_requests_total'],
  read() {
    const redis = announcements.usage()
    const calls = fileStore.calls()
    return {
      ...(redis && {
        atrium_redis_messages_total: byLabel('outcome', { ok: redis.sent, failed: redis.failed }),
        atrium_redis_up: Number(!redis.isAway),
      }),
      ...(calls && { atrium_s3_requests_total: byLabel('outcome', calls) }),
    }
  },
})

/** What a process knows of itself, and whether it is ready, which asks the database. */
export const processMetrics = (parts: Parts): MetricSource[] => [
  { names: ['atrium_build_info'], read: () => ({ atrium_build_info: [{ labels: parts.build, value: 1 }] }) },
  { names: ['atrium_ready'], isShared: true, read: async () => ({ atrium_ready: Number(await parts.isReady()) }) },
  {
    names: ['atrium_company_refusals_total'],
    read: () => ({ atrium_company_refusals_total: parts.shares.refusals() }),
  },
  {
    names: ['atrium_event_streams', 'atrium_event_lag_seconds'],
    read() {
      const { streams, lagSeconds } = parts.events.usage()
      return { atrium_event_streams: streams, atrium_event_lag_seconds: lagSeconds }
    },
  },
  databaseMetrics(parts.database),
  outsideMetrics(parts),
]
