import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { useCan } from '../../kernel/access/use-can.ts'
import { useRead } from '../../kernel/api/use-endpoint.ts'

/** A role that somebody can wear, and whether the caller may give it. */
export type CompanyRole = { roleId: string; name: string; grantable: boolean }

/** All roles there are, as the caller's own roles screen would offer them. None for those who may not see whose roles are whose. */
export const useCompanyRoles = (): readonly CompanyRole[] => {
  const { data: who } = useRead(sessionContract.loginInfo, {}, { staleTime: Number.POSITIVE_INFINITY })
  const may = useCan(usersContract.roles)
  const { data } = useRead(
    usersContract.roles,
    { params: { id: who?.id ?? '' } },
    { enabled: may && who !== undefined, toasts: false },
  )
  return data?.available ?? []
}
