import * as z from 'zod/mini'
import { defineJob } from '../jobs/define-job.ts'
import type { Database } from './database.ts'

/** Expired rows of the kernel's own tables. */
const kernelRetention = [
  `delete from idempotency_keys where created_at < now() - interval '1 day'`,
  `delete from job_runs where finished_at < now() - interval '30 days'`,
  `delete from nodes where seen_at < now() - interval '1 day'`,
  `delete from events where created_at < now() - interval '1 hour'`,
  'delete from limits where expire < extract(epoch from now()) * 1000',
]
/** Drops expired partitions of a table with their rows, and creates the next ones. */
const maintain = 'select maintain_partitions($1)'

/** Deletes expired rows hourly. Takes the features' retention statements. One that fails stops no other. */
export const createCleanup = (database: Database, retention: readonly string[]) =>
  defineJob({
    name: 'kernel.cleanup',
    title: '清理过期数据',
    data: z.null(),
    reach: 'platform',
    schedule: { everyMinutes: 60, minute: 11 },
    async run() {
      const errors: unknown[] = []
      const run = (text: string, values: string[] = []) =>
        database.statement({ text, values }).catch((error: unknown) => void errors.push(error))
      for (const text of [...kernelRetention, ...retention]) await run(text)
      const partitioned = await run('select parent from partition_rules()')
      for (const { parent } of partitioned?.rows ?? []) await run(maintain, [parent])
      if (errors.length > 0) throw new AggregateError(errors, 'expired rows were not all deleted')
    },
  })
