import { accountContract } from '@atrium/contract/features/account/account.contract.ts'
import { securityContract } from '@atrium/contract/features/security/security.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { invalidate } from '../../kernel/api/use-endpoint.ts'

const { state, passkeys, trustedDevices } = securityContract

/** What must be read again after anything that guards the account has changed: switches take recovery codes and trust with them. */
export const affectedReads: readonly Endpoint[] = [
  state,
  passkeys,
  trustedDevices,
  accountContract.sessions,
  accountContract.profile,
  accountContract.logs,
]

/** Reads all of it again. */
export const readAgain = async (): Promise<void> => {
  await Promise.all(affectedReads.map(invalidate))
}
