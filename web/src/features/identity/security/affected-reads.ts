import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'

const { state, passkeys, trustedDevices } = securityContract

/** Reads affected by security changes: switches also change recovery codes and trusted browsers. */
export const affectedReads: readonly Endpoint[] = [
  state,
  passkeys,
  trustedDevices,
  accountContract.sessions,
  accountContract.profile,
  accountContract.logs,
]

export const refetchAffected = async (): Promise<void> => {
  await Promise.all(affectedReads.map(invalidate))
}
