import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { useRead } from '../../kernel/api/use-read.ts'

/** Id of the company that the user works in; undefined until it is known. */
export const useOwnCompany = (): string | undefined =>
  useRead(sessionContract.loginInfo, {}, { staleTime: Number.POSITIVE_INFINITY }).data?.company
