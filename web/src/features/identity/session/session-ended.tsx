import { SessionExpiredDialog } from './session-expired-dialog.tsx'
import { signOut } from './sign-out.ts'

/** Shown instead of a page whose session the server refuses. */
export const SessionEnded = () => <SessionExpiredDialog onSignOut={() => void signOut()} />
