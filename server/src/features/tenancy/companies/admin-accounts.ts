import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { AuditSideEffects, Owner } from '../../../kernel/scope.ts'

export type NewAdmin = {
  companyId: string
  id: string
  account: string
  name: string
  phone?: string
  passwordHash: string
  mustChange: true
  by: Person
}

/** The users who administer companies; the users feature keeps them. */
export type AdminAccounts = {
  /** Returns false if the account or the phone is taken. */
  addUser(db: Db, admin: NewAdmin): Promise<boolean>
  findByAccount(db: Db, account: string): Promise<object | undefined>
  /** `outside`: they sign in with an account of another company. */
  find(db: Db, companyId: string, id: string): Promise<{ id: string; account: string; outside: boolean } | undefined>
  /**
   * Locks their memberships of other companies after their password changed.
   * @returns side effects for the audit log
   */
  lockMemberships(db: Db, admin: Owner): Promise<AuditSideEffects>
}
