import { termsContract } from '@atrium/contract/features/governance/terms/terms.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'

const { list, get, roles, effective } = usersContract

/** Queries to refetch after a term changes. */
export const affectedReads = [termsContract.terms, list, get, roles, effective] as const
