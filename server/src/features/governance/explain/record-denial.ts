import { addressOf } from '@atrium/contract/kernel/endpoint-address.ts'
import { inCode } from '../../../kernel/call-context.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { Denial } from '../../../kernel/http/admit.ts'
import { toOwner } from '../../../kernel/scope.ts'
import { guestRights, readPlanCeiling } from '../../access/authorization/index.ts'
import { currentRoles } from './current-roles.ts'
import { decisionSteps, withFurtherElements, withMenu } from './decision-steps.ts'
import { denialsRepository as denials } from './denials.repository.ts'
import { evaluateMenu, furtherElements, pageAdmission, requiredElements } from './evaluate-call.ts'
import type { Pages } from './pages.ts'
import { readVisitedPlan } from './visited-plan.ts'

/** Repeated calls must not fill the disk; the audit log has all writes anyway. */
const maxPerMinute = 20

/**
 * Stores how a denial was decided, at admission or behind it, with the user's roles at that moment; only the first few
 * per user and minute.
 */
export const createDenialRecorder =
  (database: Database, pages: Pages) =>
  async ({ endpoint, actor, permission: element, page: menu, traceId }: Denial): Promise<void> => {
    // Denials of a guest are stored at home: the visited company neither knows the user nor assigned their roles.
    const { companyId, userId } = toOwner(actor)
    const { acting, permissions } = actor
    const visitRights =
      acting && guestRights(acting.homeRights.permissions, await readVisitedPlan(database, actor.companyId))
    return inCode(() =>
      database.transact({ reach: 'company', companyId }, async (db) => {
        if ((await denials.countRecent(db, companyId, userId)) >= maxPerMinute) return
        const address = addressOf(endpoint)
        const page = await pages.ofMenu(db, menu)
        const rights = visitRights ?? {
          permissions,
          heldPermissions: permissions,
          plan: await readPlanCeiling(db, companyId),
        }
        const decision = withFurtherElements(
          page ? pageAdmission(page) : actor.decide(endpoint),
          rights,
          furtherElements({ element, page }),
        )
        const pageMenu = page ? await evaluateMenu(db, { companyId, userId }, page, rights) : undefined
        const roles = await currentRoles(db, { companyId, userId })
        const { elements, need } = await requiredElements(db, { address, element, page })
        const steps = decisionSteps(withMenu(decision, pageMenu), { roles, bound: elements, need, menu: pageMenu })
        const host = acting ? { id: actor.companyId, name: actor.companyName } : null
        await denials.insert(db, companyId, { ...address, element, menuId: menu, userId, traceId, steps, acting: host })
      }),
    )
  }
