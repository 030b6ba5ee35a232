import { noticeDays } from '@atrium/contract/features/terms/terms.contract.ts'
import type { Database } from '../../kernel/db/database.ts'
import { hourly } from '../../kernel/hourly.ts'
import { wornRoles } from '../access/index.ts'
import type { Messages } from '../messages/index.ts'
import { termsRepository as repository } from './terms.repository.ts'

const platform = { reach: 'platform' } as const
type Untold = Awaited<ReturnType<typeof repository.untold>>[number]

/** Tells those who look after a company by mail what of it runs out soon; any number of nodes may do it at once. */
export const createTermNotices = ({ database, messages }: { database: Database; messages: Messages }) => {
  const tell = ({ companyId, company, roles, accounts }: Untold) =>
    database.transact(platform, async (db) => {
      if (!(await repository.takeTurn(db, companyId))) return
      const values = { company, roles: String(roles), accounts: String(accounts), days: String(noticeDays) }
      const keepers = new Set((await wornRoles.keepers(db, companyId)).map(({ account }) => account))
      for (const account of keepers)
        await messages.enqueue(db, { companyId, channel: 'mail', template: 'termsEnding', to: { account }, values })
    })
  const tellDue = async () => {
    for (const untold of await database.transact(platform, repository.untold)) await tell(untold)
    messages.wake()
  }
  return {
    tellDue,
    /** Begins to look every hour. In: where to tell of trouble. Out: how to stop, once what is under way is done. */
    start: (onError: (error: unknown) => void) => hourly(tellDue, onError),
  }
}
