import type { Database } from '../../kernel/db/database.ts'
import { type PlanCeiling, planCeilingOf } from '../access/index.ts'

/**
 * The plan of a company that somebody visits. It is read with that company's sight, for row-level security keeps it from
 * whoever is at home, and on a connection of its own. Out: undefined where the company has none, or is gone.
 */
export const visitedPlan = (database: Database, companyId: string): Promise<PlanCeiling | undefined> =>
  database.read({ reach: 'company', companyId }, (db) => planCeilingOf(db, companyId))
