import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { defineJob, type Job, type JobBatch, type JobRun } from '../src/kernel/jobs/define-job.ts'

type Counting = { batches: number; pauseMs: number }
type Options = 'concurrency' | 'concurrencyPerCompany' | 'endpoints' | 'retries' | 'sliceSeconds' | 'undo'
type Effects = { onBatch?: (n: number, batch: JobBatch) => unknown } & Partial<Pick<Job<Counting>, Options>>

/** A job that writes one row a batch into the table `batches` of its test, and saves its place and its count. */
export const countingJob = ({ onBatch, ...options }: Effects = {}) =>
  defineJob<Counting>({
    name: 'test.count',
    data: z.object({ batches: z.number(), pauseMs: z.number() }),
    reach: 'company',
    concurrency: 2,
    ...options,
    async run({ id, data, checkpoint, transact }: JobRun<Counting>) {
      for (let n = Number(checkpoint ?? 0) + 1; n <= data.batches; n += 1) {
        await transact(async (batch) => {
          await sql`insert into batches (run, n) values (${id}, ${n})`.execute(batch.db)
          await onBatch?.(n, batch)
          batch.count({ total: data.batches, ok: 1 })
          batch.save(n, n / data.batches)
        })
        if (data.pauseMs > 0) await sleep(data.pauseMs)
      }
    },
  })
