import type { PlanImpact } from '@atrium/contract/features/plans/plans.contract.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { RequestScope } from '../../kernel/scope.ts'
import type { Below, Gained } from '../access/index.ts'
import { planEffectsRepository as repository } from './plan-effects.repository.ts'
import type { Held } from './plans.repository.ts'

const added = (before: readonly string[], after: readonly string[]) => {
  const known = new Set(before)
  return after.filter((id) => !known.has(id))
}
/** What is given beyond what was given before. */
const gainsOf = (before: Held, after: Held): Held => ({
  elems: added(before.elems, after.elems),
  menus: added(before.menus, after.menus),
})

/** The same as roles are given it: elements by code, menus by id. */
export const gainedIn = async (db: Db, before: Held, after: Held): Promise<Gained> => {
  const { gained } = await repository.names(db, gainsOf(before, after))
  return { elements: gained.map(({ code }) => code), menus: gainsOf(before, after).menus }
}

/**
 * Shows what another ceiling, and with another plan its quotas, would do to the companies below it; what touches none of
 * them is done at once. Throws 111 (wire §1).
 */
export const confirmCeiling = async (
  { db, actor, origin, confirm }: RequestScope,
  below: Below,
  before: Held,
  after: Held,
  quotas: PlanImpact['quotas'] = [],
): Promise<void> => {
  const losses = await repository.losses(db, actor, below, after)
  const impact = { ...losses, ...(await repository.names(db, gainsOf(before, after))), quotas }
  const changes = impact.losingRoles + impact.gained.length + impact.gainedMenus.length + quotas.length
  if (origin.dryRun || (impact.companies > 0 && changes > 0)) confirm(impact)
}
