import type { Database } from '../db/database.ts'
import type { MetricSource } from '../metrics.ts'
import { secondsOverdue } from './due-times.ts'
import { countRuns, readQueues } from './queue-state.ts'
import { schedulesRepository } from './schedules.repository.ts'

/** What waits in the queues, schedules that are late, and runs. */
export const jobMetrics = (database: Database): MetricSource => ({
  names: ['atrium_queue_jobs', 'atrium_queue_oldest_seconds', 'atrium_schedule_overdue_seconds', 'atrium_runs'],
  isShared: true,
  async read() {
    const [queues, schedules, runs] = await Promise.all([
      readQueues(database),
      schedulesRepository.list(database),
      countRuns(database),
    ])
    const now = Date.now()
    return {
      atrium_queue_jobs: queues.flatMap(({ name: queue, ready, active, failed }) =>
        Object.entries({ ready, active, failed }).map(([state, value]) => ({ labels: { queue, state }, value })),
      ),
      atrium_queue_oldest_seconds: queues.map(({ name: queue, oldestSeconds: value }) => ({
        labels: { queue },
        value,
      })),
      atrium_schedule_overdue_seconds: schedules.map((each) => ({
        labels: { schedule: each.name },
        value: secondsOverdue(each, now),
      })),
      atrium_runs: Object.entries(runs).map(([state, value]) => ({ labels: { state }, value })),
    }
  },
})
