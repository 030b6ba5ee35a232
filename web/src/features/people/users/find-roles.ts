import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import type { Find } from '../../../ui/use-found-options.ts'
import { findGrantable } from '../../access/authorization/public/find-grantable.ts'

const searchOfferedRoles = (keyword: string, chosen: string | undefined, signal: AbortSignal) =>
  call(userRolesContract.offeredRoles, { params: { id: chosen ?? '0' }, query: { keyword } }, { signal })

/** Searches assignable roles, including those the caller cannot grant. */
export const findRoles: Find = async (...search) =>
  (await searchOfferedRoles(...search)).map(({ value, label }) => ({ value, label }))

/** Searches roles to grant. `onFound` receives the name of every role found. */
export const findGrantableRoles = (onFound: (id: string, name: string) => void = () => undefined): Find =>
  findGrantable(async (keyword, signal) => {
    const found = await searchOfferedRoles(keyword, undefined, signal)
    for (const { value, label } of found) onFound(value, label)
    return found
  })
