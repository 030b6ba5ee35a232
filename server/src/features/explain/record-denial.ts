import type { Database } from '../../kernel/db/database.ts'
import type { Denial } from '../../kernel/http/admit.ts'
import { ownerOf } from '../../kernel/scope.ts'
import { asGuest, planCeilingOf } from '../access/index.ts'
import { addressOf } from '../registry/index.ts'
import { decisionSteps, withFurther, withMenu } from './decision-steps.ts'
import { denialsRepository as denials } from './denials.repository.ts'
import { furtherOf, menuOf, neededFor, pageDoor } from './judge.ts'
import { pageOfMenu } from './pages.ts'
import { visitedPlan } from './visited-plan.ts'
import { wornNow } from './worn-now.ts'

/** Whoever knocks on and on must not fill the disk; the audit log has his writes all the same. */
const mostPerMinute = 20

/**
 * Keeps how a denial was found, at the door or behind it, with the roles as they were at that moment (beyond N1); each
 * person's first few a minute.
 */
export const createKeepDenial =
  (database: Database) =>
  async ({ endpoint, actor, element, menu, traceId }: Denial): Promise<void> => {
    // A guest's is kept at home: the company he acts in neither knows him nor gave him what he holds.
    const { companyId, userId } = ownerOf(actor)
    const { acting, permissions } = actor
    const guest = acting && asGuest(acting.rightsAtHome.permissions, await visitedPlan(database, actor.companyId))
    return database.transact({ reach: 'company', companyId }, async (db) => {
      if ((await denials.recent(db, companyId, userId)) >= mostPerMinute) return
      const address = addressOf(endpoint)
      const page = await pageOfMenu(db, menu)
      const rights = guest ?? { permissions, held: permissions, plan: await planCeilingOf(db, companyId) }
      const door = withFurther(page ? pageDoor(page) : actor.decide(endpoint), rights, furtherOf({ element, page }))
      const wanted = page ? await menuOf(db, { companyId, userId }, page, rights) : undefined
      const roles = await wornNow(db, { companyId, userId })
      const { elements, need } = await neededFor(db, { address, element, page })
      const steps = decisionSteps(withMenu(door, wanted), { roles, bound: elements, need, menu: wanted })
      const host = acting ? { id: actor.companyId, name: actor.companyName } : null
      await denials.keep(db, companyId, { ...address, element, menuId: menu, userId, traceId, steps, acting: host })
    })
  }
