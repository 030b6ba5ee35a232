import { RecoveryPage } from '../features/password-recovery/recovery-page.tsx'
import { paths } from './paths.ts'

/** A forgotten password, and the way to sign in from there. */
export const RecoveryRoute = () => <RecoveryPage signIn={paths.signIn()} />
