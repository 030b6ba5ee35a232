import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { call } from '../../kernel/api/call.ts'
import { findGrantable } from '../../kernel/members/find-grantable.ts'
import type { Find } from '../../ui/use-found-options.ts'

const offered = (keyword: string, chosen: string | undefined, signal: AbortSignal) =>
  call(usersContract.offeredRoles, { params: { id: chosen ?? '0' }, query: { keyword } }, { signal })

/** Roles that people can wear, whether the caller may give them or not. */
export const findRoles: Find = async (...asked) =>
  (await offered(...asked)).map(({ value, label }) => ({ value, label }))

/** The same to give from. In: is told the name of every role found. */
export const findRolesToGive = (learn: (id: string, name: string) => void = () => undefined): Find =>
  findGrantable(async (keyword, signal) => {
    const found = await offered(keyword, undefined, signal)
    for (const { value, label } of found) learn(value, label)
    return found
  })
