import type { PasswordPolicy } from '@atrium/contract/kernel/password-policy.ts'
import type { Db } from './db/database.ts'
import type { Owner } from './scope.ts'

export type NewPassword = {
  companyId: string
  /** User whose former passwords are compared; omitted for new accounts. */
  userId?: string
  currentHash?: string
  /** Texts the password must not contain: account, name, company. */
  words: string[]
  password: string
  /** Form field that errors refer to. */
  field: string
}

/** Rules and storage of passwords, for features that the password policies build on. */
export type PasswordStore = {
  /** The effective policy of a company. */
  getPolicy(companyId: string, db?: Db): Promise<PasswordPolicy>
  /**
   * Checks a new password and returns its hash. Must not run inside a transaction.
   * @throws refusals at its field
   */
  validateAndHash(newPassword: NewPassword): Promise<string>
  /** Sets a user's password in the caller's transaction; the previous one joins the history. */
  replace(db: Db, owner: Owner, hash: string, mustChange?: boolean): Promise<void>
}
