import { membershipInvitationDays } from '@atrium/contract/features/memberships/memberships.contract.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Messages } from '../messages/index.ts'

type Asked = { companyId: string; account: string; name: string; company: string }
type Answered = { companyId: string; account: string; target: string; company: string; answer: 'accepted' | 'declined' }

const answers = { accepted: '接受了', declined: '婉拒了' } as const

/** What is told by mail of invitations, in the caller's own transaction and at the cost of the company that asks. */
export const createNotices = (messages: Messages) => ({
  /** To whoever is invited. Whether there is anybody of that account is found out at delivery (threat T11). */
  asked: (db: Db, { companyId, account, name, company }: Asked) =>
    messages.enqueue(db, {
      ...{ companyId, channel: 'mail', template: 'membershipAsked', to: { account } },
      values: { name, company, days: String(membershipInvitationDays) },
    }),
  /** To whoever has invited. */
  answered: (db: Db, { companyId, account, target, company, answer }: Answered) =>
    messages.enqueue(db, {
      ...{ companyId, channel: 'mail', template: 'membershipAnswered', to: { account } },
      values: { target, company, answer: answers[answer] },
    }),
  /** Has them sent at once; to be called after the commit. */
  wake: messages.wake,
})
export type Notices = ReturnType<typeof createNotices>
