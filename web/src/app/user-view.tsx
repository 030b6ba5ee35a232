import { lazy } from 'react'
import { UserPage } from '../features/people/users/page/user-page.tsx'

const PermissionGraph = lazy(async () => ({
  default: (await import('../features/governance/explain/graph/permission-graph.tsx')).PermissionGraph,
}))

/** The page of one user, with where their rights come from. */
export const UserView = () => <UserPage Grants={PermissionGraph} />
