import * as z from 'zod/mini'
import type { Db } from '../../../kernel/db/database.ts'
import type { CustomTable } from '../../../kernel/feature.ts'
import { defineJob } from '../../../kernel/jobs/define-job.ts'
import { enqueueJob } from '../../../kernel/jobs/enqueue-job.ts'
import { storedValuesRepository as repository } from './stored-values.repository.ts'

/** Rows of one transaction. */
const batch = 2000
const beforeAll = '00000000-0000-0000-0000-000000000000'
const work = z.object({ fieldId: z.uuid() })

/** Takes the values of deleted fields out of the rows: a million take longer than the administrator should wait. */
export const createClearing = (tables: () => readonly CustomTable[]) => {
  const job = defineJob<z.output<typeof work>>({
    name: 'customFields.clear',
    data: work,
    reach: 'platform',
    async run({ data: { fieldId }, checkpoint, transact }) {
      let last: string | undefined = typeof checkpoint === 'string' ? checkpoint : beforeAll
      while (last !== undefined) {
        const after: string = last
        last = await transact(async ({ db, save }) => {
          const field = await repository.field(db, fieldId)
          const table = tables().find(({ entity }) => entity === field?.entity)
          if (!field?.isRemoved || !table) return undefined
          const next = await repository.clear(db, table, field, after, batch)
          if (next !== undefined) save(next)
          return next
        })
      }
    },
  })
  return {
    job,
    /** Queues it in the caller's transaction. Takes the company of the field. */
    start: (db: Db, companyId: string, fieldId: string) => enqueueJob(db, job, { fieldId }, { companyId, actor: null }),
  }
}
export type Clearing = ReturnType<typeof createClearing>
