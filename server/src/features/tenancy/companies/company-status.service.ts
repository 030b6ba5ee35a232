import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import type { companyLock } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import type { CompanyImpact } from '@atrium/contract/features/tenancy/tenants/company-impact.ts'
import type * as z from 'zod/mini'
import { orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { AskModules } from '../../../kernel/module-hooks.ts'
import type { PasswordStore } from '../../../kernel/password-store.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope } from '../../../kernel/scope.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import { assertFutureTime, assertPlatformActor } from '../tenants/index.ts'
import type { AdminAccounts } from './admin-accounts.ts'
import { companyBulkRepository, type StoredLock } from './company-bulk.repository.ts'
import { type ManagedCompany, managedCompaniesRepository as repository } from './managed-companies.repository.ts'
import type { PasswordGenerator } from './password-generator.ts'

type Ports = {
  database: Database
  sessions: SessionEnder
  passwords: Pick<PasswordStore, 'replace'>
  generatePassword: PasswordGenerator
  users: AdminAccounts
  askModules: AskModules
}
const lockedStatus = 2
type Lock = Pick<ManagedCompany, 'status' | 'lockReason' | 'lockUntil'>
const toAuditedLock = ({ status, lockReason: reason, lockUntil: until }: Lock) =>
  status === lockedStatus ? { locked: true, reason, until } : { locked: false }

/** Locking of companies, and the password reset of their administrators. */
export const createCompanyStatus = ({ database, sessions, passwords, generatePassword, users, askModules }: Ports) => {
  /** Locks the row of a company until the transaction ends, to serialise changes. */
  const lockCompany = async ({ db, actor }: RequestScope, id: string) => {
    assertPlatformActor(actor)
    await repository.lockRow(db, id)
    return orNotFound(await repository.find(db, id))
  }
  /**
   * The user whose password is reset.
   * @throws `notFound` and `noAdministrator`
   */
  const findAdministrator = async (db: Db, id: string) => {
    const { adminId, name } = orNotFound(await repository.find(db, id))
    const user = adminId === null ? undefined : await users.find(db, id, adminId)
    if (!user) throw new AppError(companiesErrors.noAdministrator)
    if (user.outside) throw new AppError(usersErrors.signsInElsewhere)
    return { company: name, userId: user.id, account: user.account }
  }

  return {
    /** Locks a company, until unlocked or until a given time, and ends its sessions. */
    async lock(scope: RequestScope, id: string, lock: z.output<typeof companyLock>) {
      const { db } = scope
      const { name, status } = await lockCompany(scope, id)
      assertFutureTime(lock.until, 'until')
      if (status === lockedStatus) throw new AppError(companiesErrors.alreadyLocked)
      const { concerns: modules, settle } = await askModules(scope, {
        event: 'company.locked',
        id,
        name,
        companies: [id],
      })
      scope.confirm({ name, ...(await repository.countDependents(db, id)), modules } satisfies CompanyImpact)
      await settle()
      await repository.lock(db, id, lock, toAuthor(scope))
      const endedSessions = await sessions.endCompany(db, id, 'company')
      const after = { locked: true, ...lock, endedSessions }
      scope.note({ entityId: id, entityName: name, before: { locked: false }, after })
      scope.afterCommit(() => sessions.forgetCompany(id))
      return null
    },

    async unlock(scope: RequestScope, id: string) {
      const { name, status, lockReason: reason, lockUntil: until } = await lockCompany(scope, id)
      if (status !== lockedStatus) throw new AppError(companiesErrors.notLocked)
      await repository.unlock(scope.db, id, toAuthor(scope))
      scope.note({
        entityId: id,
        entityName: name,
        before: { locked: true, reason, until },
        after: { locked: false },
      })
      return null
    },

    /** Gives a company the lock back that it had, or none. Ends its sessions where it is locked then. */
    async putBack(scope: RequestScope, id: string, was: StoredLock) {
      const { db } = scope
      const { name, ...before } = await lockCompany(scope, id)
      await companyBulkRepository.putLockBack(db, id, was, toAuthor(scope))
      const after = orNotFound(await repository.find(db, id))
      const isLocked = after.status === lockedStatus
      if (isLocked) await sessions.endCompany(db, id, 'company')
      scope.note({ entityId: id, entityName: name, before: toAuditedLock(before), after: toAuditedLock(after) })
      scope.afterCommit(() => sessions.forgetCompany(id))
    },

    /** Replaces the administrator's password with a generated one that must be changed at the first sign-in. */
    async reset(scope: DetachedScope<Actor>, id: string) {
      assertPlatformActor(scope.actor)
      await database.transact({ reach: 'platform' }, (db) => findAdministrator(db, id))
      const { password, passwordHash } = await generatePassword()
      const { userId, account } = await scope.commit(async (db) => {
        await repository.lockRow(db, id)
        const admin = await findAdministrator(db, id)
        const owner = { companyId: id, userId: admin.userId }
        await passwords.replace(db, owner, passwordHash, true)
        const sideEffects = await users.lockMemberships(db, owner)
        const endedSessions = await sessions.endAll(db, owner, 'reset')
        const after = { account: admin.account, mustChange: true, endedSessions }
        scope.note({ entityId: id, entityName: admin.company, after, sideEffects })
        return admin
      })
      sessions.forgetUser(userId)
      return { account, password }
    },
  }
}
export type CompanyStatusService = ReturnType<typeof createCompanyStatus>
