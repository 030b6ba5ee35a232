import { lazy } from 'react'
import { UsersPage } from '../features/people/users/users-page.tsx'

const OrganizationTree = lazy(async () => ({
  default: (await import('../features/people/organizations/organization-tree.tsx')).OrganizationTree,
}))

/** User management beside the organisation tree. */
export const UsersView = () => <UsersPage Organizations={OrganizationTree} />
