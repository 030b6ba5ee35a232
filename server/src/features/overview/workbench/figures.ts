import { createCache } from '../../../kernel/cache.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { type Figures, workbenchRepository as repository } from './workbench.repository.ts'

/** Companies whose figures a node keeps; some ten kilobytes each. */
const max = 500

/** What was counted for a company, read again only after the next count. */
export const createFigures = (database: Database) => {
  const kept = createCache<string, { countedAt: string; figures: Figures }>(max)
  return {
    /** Takes when it was last counted, as the database says. */
    async of(companyId: string, countedAt: string): Promise<Figures> {
      const found = kept.get(companyId)
      if (found?.countedAt === countedAt) return found.figures
      const read = await database.read({ reach: 'company', companyId }, (db) => repository.figures(db, companyId))
      const figures = { ...read, growth: read.growth.toReversed() }
      kept.set(companyId, { countedAt, figures })
      return figures
    },
  }
}
