import * as z from 'zod/mini'
import type { Db } from '../../../kernel/db/database.ts'
import { defineJob } from '../../../kernel/jobs/define-job.ts'
import { enqueueJob } from '../../../kernel/jobs/enqueue-job.ts'
import { noticesRepository as repository } from './notices.repository.ts'

/** Receipts that one transaction erases. */
const batch = 5000
const work = z.object({ noticeId: z.string() })

/** Erases what is left of removed notices: a million receipts take longer than their author should wait. */
export const noticeErasing = {
  job: defineJob<z.output<typeof work>>({
    name: 'notices.erase',
    data: work,
    // Receipts lie in the companies of the readers.
    reach: 'platform',
    async run({ data: { noticeId: id }, companyId, transact }) {
      for (let isGone = false; !isGone; )
        isGone = await transact(({ db }) => repository.erase(db, { companyId, id }, batch))
    },
  }),
  /** Queues it in the caller's transaction. Takes the company of the notice. */
  start: (db: Db, companyId: string, noticeId: string) =>
    enqueueJob(db, noticeErasing.job, { noticeId }, { companyId, actor: null }),
}
