import type { RequestedMembership } from '@atrium/contract/features/people/users/assignments.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import type { UserDetail } from '@atrium/contract/features/people/users/users.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { findNewerVersion } from '../../../kernel/api/newer-version.ts'
import { pathText } from '../../../ui/path-text.ts'
import { findGrantableRoles } from './find-roles.ts'
import { addRoleNames, type RolesState, rolesFormatter, toRequestedRole } from './requested-roles.ts'

type Organizations = UserDetail['orgs']
const toMemberships = (orgs: Organizations): RequestedMembership[] =>
  orgs.map(({ orgId, duty, primary, postId }) => ({ orgId, duty, primary, postId }))
const addOrgNames = (names: Map<string, string>, orgs: Organizations) => {
  for (const { orgId, orgName, above } of orgs) names.set(orgId, pathText(above, orgName))
  return names
}

/**
 * Roles and organisations of an edited user: as stored, with names for the comparison of two versions. `withCurrent`
 * adds the current ones to the error of a stale version, which carries the user alone. Takes no state for callers who
 * cannot see roles.
 */
export const useEditedAssignments = (user: UserDetail, state: RolesState | undefined) => {
  const [orgNames] = useState(() => addOrgNames(new Map(), user.orgs))
  const [roleNames] = useState(() => addRoleNames(new Map(), state?.assigned ?? []))
  const [findRoles] = useState(() => findGrantableRoles((id, name) => roleNames.set(id, name)))
  const withCurrent = async (error: unknown): Promise<unknown> => {
    const current = findNewerVersion(error)
    if (!(error instanceof CallError) || !current) return error
    const { orgs } = current as Pick<UserDetail, 'orgs'>
    addOrgNames(orgNames, orgs)
    const roles = state && (await call(userRolesContract.roles, { params: { id: user.id } })).assigned
    addRoleNames(roleNames, roles ?? [])
    const assignments = { orgs: toMemberships(orgs), roles: roles?.map(toRequestedRole) }
    return new CallError({ ...error, data: { current: { ...current, ...assignments } } })
  }
  return {
    orgNames,
    findRoles,
    withCurrent,
    stored: { orgs: toMemberships(user.orgs), ...(state && { roles: state.assigned.map(toRequestedRole) }) },
    formatters: {
      roles: rolesFormatter(roleNames),
      orgs: (orgs: readonly RequestedMembership[] | undefined) =>
        listText((orgs ?? []).map(({ orgId }) => orgNames.get(orgId) ?? '')),
    },
  }
}
