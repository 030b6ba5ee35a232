import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { OnlineSessions } from '../online-sessions/index.ts'
import { createAccount } from './account.service.ts'

/** A user's own profile, log and sessions. */
export const createAccountFeature = ({
  online,
  ...ports
}: { online: OnlineSessions } & Parameters<typeof createAccount>[0]) => {
  const account = createAccount(ports)
  const routes = implement(accountContract, {
    ...account,
    sessions: online.own,
    endSession: online.endOwn,
    endOtherSessions: online.endOthers,
  })
  return { routes }
}
