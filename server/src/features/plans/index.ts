import type { Db } from '../../kernel/db/database.ts'
import { type Held, plansRepository } from './plans.repository.ts'

export { planConstraints } from './constraints.ts'
export { confirmCeiling, gainedIn } from './plan-effects.ts'
export { plansRoutes } from './plans.routes.ts'
export { createPlans } from './plans.service.ts'

/** What companies with a plan can hold at most, by the ids of elements and menus. */
export const heldByPlan: (db: Db, planId: string) => Promise<Held> = plansRepository.held
