import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { useRead } from '../../kernel/api/use-read.ts'

/** Whether the user works in the platform's company, which maintains what all companies share. */
export const useIsPlatform = (): boolean =>
  useRead(sessionContract.loginInfo, {}, { staleTime: Number.POSITIVE_INFINITY }).data?.platform ?? false
