import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { AppError } from '../../../../kernel/scope.ts'
import { keepAdministrators } from '../user-rules.ts'
import { type Owner, usersRepository as users } from '../users.repository.ts'

const taken = {
  account: usersErrors.accountTaken,
  phone: usersErrors.phoneTaken,
  mail: usersErrors.emailTaken,
} as const

/** Of users whose rows come from an archive, for the feature below. */
export const restoredUsers = {
  /**
   * Gives a user the names to sign in with that its row has, and no others. Needs platform reach.
   * @throws `accountTaken`, `phoneTaken` and `emailTaken`
   */
  async takeNames(db: Db, owner: Owner): Promise<void> {
    const kind = await users.takeNames(db, owner)
    if (kind) throw new AppError(taken[kind])
  },
  keepAdministrators,
  addUser: users.addUser,
  reserveAccounts: users.reserveAccounts,
}
