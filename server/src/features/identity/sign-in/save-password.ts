import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { AppError, type Owner, type TemporaryActor } from '../../../kernel/scope.ts'
import { users } from '../../people/users/index.ts'
import type { Passwords } from '../password-policies/index.ts'
import { signInRepository } from './sign-in.repository.ts'

/**
 * Returns what saves a password before the last step of a sign-in, which goes on. It throws `attemptExpired` if the
 * attempt has ended meanwhile.
 */
export const createPasswordSaver =
  ({ database, passwords }: { database: Database; passwords: Passwords }) =>
  ({ tokenHash }: TemporaryActor, owner: Owner, hash: string): Promise<void> =>
    database.transact({ reach: 'platform' }, async (db) => {
      await users.hold(db, owner)
      const replace = () => passwords.replace(db, owner, hash)
      if (!(await signInRepository.replacePassword(db, tokenHash, replace)))
        throw new AppError(signInErrors.attemptExpired)
    })
