import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { EnterpriseMembers } from '../../features/identity/portal-users/enterprise-members.tsx'
import { RolesDrawer } from '../../features/people/users/roles-drawer.tsx'
import { useSession } from '../use-session.ts'

/** Members of the company that the user acts for. */
export const MembersPage = () => (
  <EnterpriseMembers self={useSession().id} roles={{ Form: RolesDrawer, endpoint: userRolesContract.assignRoles }} />
)
