import { notifyBeforeSessionEnd, useSessionRefused } from '../../../kernel/api/session-end.ts'
import { SessionExpiredDialog } from './session-expired-dialog.tsx'
import { signOut } from './sign-out.ts'

const leave = () => {
  notifyBeforeSessionEnd()
  void signOut()
}

/** Shown over the page when the server refuses its session. */
export const SessionRefused = () =>
  useSessionRefused(({ refused }) => refused) && <SessionExpiredDialog overPage onSignOut={leave} />
