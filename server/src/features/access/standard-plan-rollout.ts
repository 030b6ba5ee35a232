import type { Database } from '../../kernel/db/database.ts'
import { planCeilingRepository as repository } from './plan-ceiling.repository.ts'

const platform = { reach: 'platform' } as const
const atOnce = 1000
const first = '00000000-0000-0000-0000-000000000000'

/**
 * Gives those who look after companies what the standard plan holds since this version: some companies at a time, while people
 * work, since nobody is harmed who has it a little later. Safe to repeat, after being broken off and by several nodes at once.
 * In: where to tell how many companies have it, and when to break off.
 */
export const giveStandardPlan = async (
  database: Database,
  onProgress: (companies: number) => void,
  stopping?: AbortSignal,
): Promise<void> => {
  for (;;) {
    const plan = await database.transact(platform, repository.behind)
    if (!plan) return
    let [after, done] = [first, 0]
    for (;;) {
      if (stopping?.aborted) return
      const ids = await database.transact(platform, async (db) => {
        const next = await repository.nextBelow(db, plan.id, after, atOnce)
        await repository.giveAll(db, plan.id, next)
        return next
      })
      after = ids.at(-1) ?? after
      done += ids.length
      onProgress(done)
      if (ids.length < atOnce) break
    }
    await database.transact(platform, (db) => repository.caughtUp(db, plan))
  }
}
