import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'

const { list, bin, get, roles, sessions, effective } = usersContract

/** Reads to invalidate after a change of a user. */
export const affected = [list, bin, get, roles, sessions, effective] as const
