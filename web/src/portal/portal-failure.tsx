import { SessionFailure } from '../features/identity/session/session-failure.tsx'
import { PortalLoading } from './portal-loading.tsx'

/** Shown when the portal or one of its pages could not load. */
export const PortalFailure = () => <SessionFailure loading={<PortalLoading />} />
