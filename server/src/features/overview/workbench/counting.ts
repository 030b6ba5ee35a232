import * as z from 'zod/mini'
import type { Database } from '../../../kernel/db/database.ts'
import type { Work } from '../../../kernel/feature.ts'
import { defineJob } from '../../../kernel/jobs/define-job.ts'
import { enqueueJob } from '../../../kernel/jobs/enqueue-job.ts'
import { countingRepository as repository } from './counting.repository.ts'

const platform = { reach: 'platform' } as const
type Ports = { database: Database; platformCompany: string }

/** Counts hourly what the workbench shows, and at a start that finds nothing counted. */
export const createCounting = ({ database, platformCompany }: Ports) => {
  const count = () => database.transact(platform, (db) => repository.count(db, platformCompany))
  const job = defineJob({
    title: '统计工作台数据',
    name: 'workbench.count',
    data: z.null(),
    reach: 'platform',
    schedule: { everyMinutes: 60, minute: 7 },
    run: count,
  })
  const enqueueIfDue = () =>
    database.transact(platform, async (db) => {
      if (await repository.isDue(db)) await enqueueJob(db, job, null, { companyId: platformCompany, actor: null })
    })
  const work: Work = {
    start(onError) {
      const enqueued = enqueueIfDue().catch(onError)
      return async () => void (await enqueued)
    },
  }
  return { count, job, work }
}
