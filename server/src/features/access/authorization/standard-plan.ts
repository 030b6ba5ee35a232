import type { Database, Db } from '../../../kernel/db/database.ts'
import { type GainedRights, type PlanScope, planCeilingRepository as repository } from './plan-ceiling.repository.ts'
import type { ProductRoles } from './product-roles.ts'

const platformReach = { reach: 'platform' } as const
const batchSize = 1000
const nilUuid = '00000000-0000-0000-0000-000000000000'

/** Brings plans, and the roles below them, to the rights of this version of the product. */
export const createStandardPlan = ({ companyAdmin, readOnlyElements, readOnlyMenus }: ProductRoles) => ({
  /**
   * Limits all roles of companies in a plan scope to their plan, and grants gained rights to each company's
   * administrator. Takes elements by code, menus by id.
   */
  alignToCeiling: (db: Db, scope: PlanScope, gained: GainedRights): Promise<void> =>
    repository.align(db, scope, gained, readOnlyMenus),

  /**
   * Sets the standard plan to this version's rights, and removes from company roles what the plan no longer holds, and
   * from auditors elements that now mutate. `rollOutStandardPlan` grants what is new. Idempotent.
   */
  async alignStandardPlan(db: Db): Promise<void> {
    await repository.markReadOnlyElements(db, readOnlyElements)
    const changed = await repository.alignStandard(db, companyAdmin.rights)
    if (changed?.lost) await repository.align(db, { planId: changed.id }, { elements: [], menus: [] }, readOnlyMenus)
  },

  /**
   * Grants company administrators the standard plan of this version, in batches while the system is in use. Idempotent,
   * resumable, and safe on several nodes at once. `onProgress` gets the number of companies done; `stopping` aborts.
   */
  async rollOutStandardPlan(
    database: Database,
    onProgress: (companies: number) => void,
    stopping?: AbortSignal,
  ): Promise<void> {
    for (;;) {
      const plan = await database.transact(platformReach, repository.findOutdatedPlan)
      if (!plan) return
      let [after, done] = [nilUuid, 0]
      for (;;) {
        if (stopping?.aborted) return
        const ids = await database.transact(platformReach, async (db) => {
          const next = await repository.nextCompanies(db, plan.id, after, batchSize)
          await repository.grantAllRights(db, plan.id, next, readOnlyMenus)
          return next
        })
        after = ids.at(-1) ?? after
        done += ids.length
        onProgress(done)
        if (ids.length < batchSize) break
      }
      await database.transact(platformReach, (db) => repository.markUpToDate(db, plan))
    }
  },
})
