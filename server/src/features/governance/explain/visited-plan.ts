import type { Database } from '../../../kernel/db/database.ts'
import { type PlanCeiling, readPlanCeiling } from '../../access/authorization/index.ts'

/**
 * The plan of a visited company; undefined if it has none or is gone. Read with that company's reach on its own
 * connection, because row-level security hides it from the home company.
 */
export const readVisitedPlan = (database: Database, companyId: string): Promise<PlanCeiling | undefined> =>
  database.read({ reach: 'company', companyId }, (db) => readPlanCeiling(db, companyId))
