import { SessionExpiredDialog } from '../features/identity/session/session-expired-dialog.tsx'
import { signOut } from '../features/identity/session/sign-out.ts'
import { notifyBeforeSessionEnd, useSessionRefused } from '../kernel/api/session-end.ts'

const leave = () => {
  notifyBeforeSessionEnd()
  void signOut()
}

/** Shown over the page when the server refuses its session. */
export const SessionRefused = () =>
  useSessionRefused(({ refused }) => refused) && <SessionExpiredDialog overPage onSignOut={leave} />
