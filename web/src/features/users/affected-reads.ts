import { usersContract } from '@atrium/contract/features/users/users.contract.ts'

const { list, bin, get, roles, sessions, effective } = usersContract

/** What must be read again after something was done to a user. */
export const affected = [list, bin, get, roles, sessions, effective] as const
