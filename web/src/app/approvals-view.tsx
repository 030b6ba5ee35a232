import { use } from 'react'
import { ApprovalsPage } from '../features/communication/approvals/approvals-page.tsx'
import { LiveSession } from './use-live-session.ts'

/** Approvals of the user, with the granted pages on which some are decided. */
export const ApprovalsView = () => {
  const session = use(LiveSession)
  const byComponent = new Map([...(session?.pages.values() ?? [])].map(({ component, path }) => [component, path]))
  return <ApprovalsPage toPath={(component) => byComponent.get(component)} />
}
