import type { Db } from '../../../kernel/db/database.ts'
import { roleAssignments } from '../../access/authorization/index.ts'
import type { AssignedRole } from './decision-steps.ts'

/** The user's current roles with their effective elements. */
export const currentRoles = async (db: Db, owner: { companyId: string; userId: string }): Promise<AssignedRole[]> =>
  [...Map.groupBy(await roleAssignments.grantingRoles(db, owner), ({ id }) => id).values()].map((line) => ({
    name: line[0]?.name ?? '',
    everything: line.some(({ everything }) => everything),
    elements: [...new Set(line.flatMap(({ elements }) => elements))],
  }))
