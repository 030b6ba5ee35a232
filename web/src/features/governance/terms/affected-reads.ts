import { termsContract } from '@atrium/contract/features/governance/terms/terms.contract.ts'
import { expiriesContract } from '@atrium/contract/features/overview/workbench/expiries.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'

const { list, get } = usersContract
const { roles, effective } = userRolesContract

/** Queries to refetch after a term changes. */
export const affectedReads = [termsContract.terms, expiriesContract.expiries, list, get, roles, effective] as const
