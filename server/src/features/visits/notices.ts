import type { VisitMode } from '@atrium/contract/features/visits/visit-modes.ts'
import type { Db } from '../../kernel/db/database.ts'
import { wornRoles } from '../access/index.ts'
import type { Messages } from '../messages/index.ts'

/** A way of acting in a company as people call it. */
export const modeWords: Readonly<Record<VisitMode, string>> = { view: '只读查看', manage: '代为管理' }

type Template = 'visitBegun' | 'visitAsked' | 'visitAllowed' | 'visitRejected'
type Letter = { companyId: string; template: Template; values: Record<string, string> }

/** What is told by mail of visits, in the caller's own transaction. Whoever has no address is told by nothing but the console. */
export const createNotices = (messages: Messages) => {
  const toAccount = (db: Db, account: string, { companyId, template, values }: Letter) =>
    messages.enqueue(db, { companyId, channel: 'mail', template, to: { account }, values })
  return {
    toAccount,
    /** To everybody who looks after a company. */
    async toKeepers(db: Db, hostId: string, letter: Letter) {
      for (const { account } of await wornRoles.keepers(db, hostId)) await toAccount(db, account, letter)
    },
    /** Has them sent at once; to be called after the commit. */
    wake: messages.wake,
  }
}
export type Notices = ReturnType<typeof createNotices>
