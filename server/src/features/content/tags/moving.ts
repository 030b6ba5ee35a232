import * as z from 'zod/mini'
import type { Db } from '../../../kernel/db/database.ts'
import { defineJob } from '../../../kernel/jobs/define-job.ts'
import { enqueueJob } from '../../../kernel/jobs/enqueue-job.ts'
import { tagsRepository as repository } from './tags.repository.ts'

/** Rows of one transaction. */
const batch = 2000
const work = z.object({ tagId: z.uuid(), into: z.nullable(z.uuid()) })
type Move = z.output<typeof work>

/** The rows of a tag that was deleted or merged: those beyond the first ones would keep the administrator waiting. */
const movingJob = defineJob<Move>({
  name: 'tags.move',
  data: work,
  reach: 'company',
  async run({ data: { tagId, into }, companyId, transact }) {
    while ((await transact(({ db }) => repository.moveSome(db, { companyId, tagId }, into, batch))) === batch);
  },
})

export const moving = {
  job: movingJob,
  /** Takes a tag off its rows and puts another one on them, null: none. Begins in the caller's transaction. */
  async start(db: Db, companyId: string, move: Move) {
    const moved = await repository.moveSome(db, { companyId, tagId: move.tagId }, move.into, batch)
    if (moved === batch) await enqueueJob(db, movingJob, move, { companyId, actor: null })
  },
}
