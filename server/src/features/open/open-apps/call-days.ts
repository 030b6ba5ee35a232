import * as z from 'zod/mini'
import type { Database } from '../../../kernel/db/database.ts'
import { defineJob } from '../../../kernel/jobs/define-job.ts'
import { callDaysRepository as repository } from './call-days.repository.ts'

const platform = { reach: 'platform' } as const

/** Adds calls up by day, each day in a transaction of its own. Safe to run on several nodes. */
export const createCallDays = (database: Database) => {
  const addUp = async () => {
    for (const day of await database.read(platform, repository.due))
      await database.transact(platform, (db) => repository.addUp(db, day))
  }
  const job = defineJob({
    name: 'openCalls.days',
    title: '汇总接口调用',
    data: z.null(),
    reach: 'platform',
    // Some time after midnight in the platform's zone, once nodes have written what they counted.
    schedule: { everyMinutes: 24 * 60, minute: 16 * 60 + 34 },
    run: addUp,
  })
  return { addUp, job }
}
