import { SessionExpiredDialog } from '../features/identity/session/session-expired-dialog.tsx'
import { signOut } from '../features/identity/session/sign-out.ts'

/** Shown instead of a page whose session the server refuses. */
export const SessionEnded = () => <SessionExpiredDialog onSignOut={() => void signOut()} />
