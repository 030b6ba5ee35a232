import { termsContract } from '@atrium/contract/features/terms/terms.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'

const { list, get, roles, effective } = usersContract

/** What must be read again after a term was given another end or let go. */
export const affected = [termsContract.terms, list, get, roles, effective] as const
