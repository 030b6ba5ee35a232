import { use } from 'react'
import { OwnPoliciesPage } from '../features/tenancy/tenants/own-policies-page.tsx'
import { LiveSession } from './use-live-session.ts'

/** The sign-in policies of the caller's tenant, or the pages that hold those of the platform. */
export const OwnPoliciesView = () => {
  const session = use(LiveSession)
  const pages = [...(session?.pages.values() ?? [])]
  return <OwnPoliciesPage toPath={(component) => pages.find((page) => page.component === component)?.path} />
}
