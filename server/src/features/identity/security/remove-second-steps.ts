import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'
import { users } from '../../people/users/index.ts'
import { passkeysRepository } from './passkeys.repository.ts'
import { secondStepsRepository } from './second-steps.repository.ts'
import { trustedDevicesRepository } from './trusted-devices.repository.ts'

/** Whether a user is asked for more than the password. */
export const asksForMore = async (db: Db, owner: Owner): Promise<boolean> => {
  const { totp, sms, passkeys } = await secondStepsRepository.guards(db, owner)
  return totp || sms || passkeys > 0
}

/**
 * Removes all that a user is asked for beside the password, for one who has lost it.
 * @returns which there were
 */
export const removeSecondSteps = async (
  db: Db,
  owner: Owner,
): Promise<{ totp: boolean; sms: boolean; passkey: boolean }> => {
  const { totp, sms, passkeys } = await secondStepsRepository.guards(db, owner)
  await secondStepsRepository.removeTotp(db, owner)
  await passkeysRepository.removeAll(db, owner)
  await users.setSmsSecondStep(db, owner.companyId, owner.userId, false)
  await secondStepsRepository.replaceRecoveryCodes(db, owner, [])
  await trustedDevicesRepository.removeAll(db, owner)
  return { totp, sms, passkey: passkeys > 0 }
}
