import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'

const { list, bin, get, sessions } = usersContract
const { roles, effective } = userRolesContract
const { list: organizations, get: organization, members } = organizationsContract

/** Reads to invalidate after a change of a user. */
export const affected = [list, bin, get, roles, sessions, effective, organizations, organization, members] as const
