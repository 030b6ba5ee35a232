import type { Database } from '../../../kernel/db/database.ts'
import { planCeilingRepository as repository } from './plan-ceiling.repository.ts'

const platformReach = { reach: 'platform' } as const
const batchSize = 1000
const nilUuid = '00000000-0000-0000-0000-000000000000'

/**
 * Grants company administrators the standard plan of this version, in batches while the system is in use. Idempotent,
 * resumable, and safe on several nodes at once. `onProgress` gets the number of companies done; `stopping` aborts.
 */
export const rollOutStandardPlan = async (
  database: Database,
  onProgress: (companies: number) => void,
  stopping?: AbortSignal,
): Promise<void> => {
  for (;;) {
    const plan = await database.transact(platformReach, repository.findOutdatedPlan)
    if (!plan) return
    let [after, done] = [nilUuid, 0]
    for (;;) {
      if (stopping?.aborted) return
      const ids = await database.transact(platformReach, async (db) => {
        const next = await repository.nextCompanies(db, plan.id, after, batchSize)
        await repository.grantAllRights(db, plan.id, next)
        return next
      })
      after = ids.at(-1) ?? after
      done += ids.length
      onProgress(done)
      if (ids.length < batchSize) break
    }
    await database.transact(platformReach, (db) => repository.markUpToDate(db, plan))
  }
}
