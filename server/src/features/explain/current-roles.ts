import type { Db } from '../../kernel/db/database.ts'
import { wornRoles } from '../access/index.ts'
import type { WornRole } from './decision-steps.ts'

/** Every role somebody wears at this moment, with all that it gives him. */
export const wornNow = async (db: Db, owner: { companyId: string; userId: string }): Promise<WornRole[]> =>
  [...Map.groupBy(await wornRoles.givers(db, owner), ({ id }) => id).values()].map((line) => ({
    name: line[0]?.name ?? '',
    everything: line.some(({ everything }) => everything),
    elements: [...new Set(line.flatMap(({ elements }) => elements))],
  }))
