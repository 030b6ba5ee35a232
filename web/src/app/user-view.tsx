import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { lazy, use } from 'react'
import { UserPage } from '../features/people/users/page/user-page.tsx'
import { useCan } from '../kernel/access/use-can.ts'
import { moduleTabs } from './module-surface.tsx'
import { LiveSession } from './use-live-session.ts'

const PermissionGraph = lazy(async () => ({
  default: (await import('../features/governance/explain/graph/permission-graph.tsx')).PermissionGraph,
}))

/** The page of one user, with where their rights come from, and with links to their organisations. */
export const UserView = () => {
  const session = use(LiveSession)
  const mayOpen = useCan(organizationsContract.get)
  const list = [...(session?.pages.values() ?? [])].find(({ component }) => component === 'sys/orgs')
  return (
    <UserPage Grants={PermissionGraph} organizations={mayOpen ? list?.path : undefined} moreTabs={moduleTabs.users} />
  )
}
