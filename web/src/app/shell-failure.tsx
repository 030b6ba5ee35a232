import { SessionFailure } from '../features/identity/session/session-failure.tsx'
import { ShellLoading } from './shell-loading.tsx'

/** Shown when the shell could not load. */
export const ShellFailure = () => <SessionFailure loading={<ShellLoading />} />
