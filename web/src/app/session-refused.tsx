import { SessionExpiredDialog } from '../features/session/session-expired-dialog.tsx'
import { signOut } from '../features/session/sign-out.ts'
import { keepUnsaved, useSessionRefused } from '../kernel/api/session-end.ts'

const leave = () => {
  keepUnsaved()
  void signOut()
}

/** Says over the open page that the server takes its session no more. */
export const SessionRefused = () =>
  useSessionRefused(({ refused }) => refused) && <SessionExpiredDialog overPage onSignOut={leave} />
