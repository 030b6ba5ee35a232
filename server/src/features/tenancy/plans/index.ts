import type { Db } from '../../../kernel/db/database.ts'
import { type Ceiling, plansRepository } from './plans.repository.ts'

export { computeGains, confirmCeiling } from './plan-impact.ts'

/** The ceiling of a plan, by ids of elements and menus. */
export const findPlanCeiling: (db: Db, planId: string) => Promise<Ceiling> = plansRepository.findCeiling
