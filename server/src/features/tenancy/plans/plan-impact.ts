import type { PlanImpact } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { RequestScope } from '../../../kernel/scope.ts'
import type { GainedRights, PlanScope } from '../../access/authorization/index.ts'
import { planImpactRepository as repository } from './plan-impact.repository.ts'
import type { Ceiling } from './plans.repository.ts'

const findAdded = (before: readonly string[], after: readonly string[]) => {
  const known = new Set(before)
  return after.filter((id) => !known.has(id))
}
/** What the new ceiling has beyond the former one. */
const ceilingGains = (before: Ceiling, after: Ceiling): Ceiling => ({
  elems: findAdded(before.elems, after.elems),
  menus: findAdded(before.menus, after.menus),
})

/** The same as roles store it: elements by code, menus by id. */
export const computeGains = async (db: Db, before: Ceiling, after: Ceiling): Promise<GainedRights> => {
  const { gained } = await repository.findNames(db, ceilingGains(before, after))
  return { elements: gained.map(({ code }) => code), menus: ceilingGains(before, after).menus }
}

/**
 * Shows the effect of another ceiling, and of another plan's quotas, on its companies; without any effect no
 * confirmation is needed.
 * @throws 111 with the impact
 */
export const confirmCeiling = async (
  { db, actor, origin, confirm }: RequestScope,
  below: PlanScope,
  before: Ceiling,
  after: Ceiling,
  quotas: PlanImpact['quotas'] = [],
): Promise<void> => {
  const losses = await repository.computeLosses(db, actor, below, after)
  const impact = { ...losses, ...(await repository.findNames(db, ceilingGains(before, after))), quotas }
  const changes = impact.losingRoles + impact.gained.length + impact.gainedMenus.length + quotas.length
  if (origin.dryRun || (impact.companies > 0 && changes > 0)) confirm(impact)
}
