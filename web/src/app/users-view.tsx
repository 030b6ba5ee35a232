import { lazy } from 'react'
import { UsersPage } from '../features/users/users-page.tsx'

const OrganizationTree = lazy(async () => ({
  default: (await import('../features/organizations/organization-tree.tsx')).OrganizationTree,
}))

/** The people of the company, beside the tree of its organisations. */
export const UsersView = () => <UsersPage Organizations={OrganizationTree} />
