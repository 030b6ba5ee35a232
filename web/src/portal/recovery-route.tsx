import { RecoveryPage } from '../features/identity/password-recovery/recovery-page.tsx'
import { paths } from './paths.ts'

/** Password recovery, with a link to sign-in. */
export const RecoveryRoute = () => <RecoveryPage signIn={paths.signIn()} />
