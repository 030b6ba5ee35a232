import type { Db } from '../../../kernel/db/database.ts'
import { lockMemberships } from './memberships/lock-memberships.ts'
import { type Owner, usersRepository } from './users.repository.ts'

/** Accounts of company administrators, for the companies feature below. */
export const adminAccounts = {
  addUser: usersRepository.addUser,
  findByAccount: usersRepository.findByAccount,
  find: usersRepository.find,
  lockMemberships: (db: Db, { companyId, userId }: Owner) => lockMemberships(db, companyId, [userId]),
}
