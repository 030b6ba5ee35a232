import type { Database } from '../../kernel/db/database.ts'
import type { Denial } from '../../kernel/http/admit.ts'
import { addressOf } from '../registry/index.ts'
import { decisionSteps } from './decision-steps.ts'
import { denialsRepository as denials } from './denials.repository.ts'
import { judgedCallsRepository } from './judged-calls.repository.ts'
import { wornNow } from './worn-now.ts'

/** Whoever knocks on and on must not fill the disk; the audit log has his writes all the same. */
const mostPerMinute = 20

/** Keeps how a denial was found, with the roles as they were at that moment (beyond N1); each person's first few a minute. */
export const createKeepDenial =
  (database: Database) =>
  ({ endpoint, actor: { companyId, userId }, decision, traceId }: Denial): Promise<void> =>
    database.transact({ reach: 'company', companyId }, async (db) => {
      if ((await denials.recent(db, companyId, userId)) >= mostPerMinute) return
      const address = addressOf(endpoint)
      const roles = await wornNow(db, { companyId, userId })
      const steps = decisionSteps(decision, roles, await judgedCallsRepository.elementsOf(db, address))
      await denials.keep(db, companyId, { ...address, userId, traceId, steps })
    })
