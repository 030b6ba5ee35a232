import type { DatabaseReach } from './db/database.ts'
import type { Actor } from './scope.ts'

/** What lists of all companies reach: the operator all rows, others those of their company. */
export const reachOfActor = ({ platform, companyId }: Pick<Actor, 'platform' | 'companyId'>): DatabaseReach =>
  platform ? { reach: 'platform' } : { reach: 'company', companyId }
