import type { companyLock } from '@atrium/contract/features/companies/companies.contract.ts'
import { companiesErrors } from '@atrium/contract/features/companies/companies.errors.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import type * as z from 'zod/mini'
import { orNotFound, personOf } from '../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { type Actor, AppError, type LooseScope, type RequestScope } from '../../kernel/scope.ts'
import type { Passwords } from '../password-policies/index.ts'
import type { SessionService } from '../session/index.ts'
import { holdMemberships, refuseOutside, users } from '../users/index.ts'
import { refuseOthers, refusePast } from './company-rules.ts'
import type { MadePassword } from './made-password.ts'
import { managedCompaniesRepository as repository } from './managed-companies.repository.ts'

type Ports = { database: Database; sessions: SessionService; passwords: Passwords; madePassword: MadePassword }
const locked = 2

/** Whether a company's people may sign in, and the way back for its administrator. */
export const createCompanyStanding = ({ database, sessions, passwords, madePassword }: Ports) => {
  /** A company, held, so that changes of it take turns. */
  const taken = async ({ db, actor }: RequestScope, id: string) => {
    refuseOthers(actor)
    await repository.hold(db, id)
    return orNotFound(await repository.find(db, id))
  }
  /** Whoever is to sign in with the new password. Throws `notFound` and `noAdministrator`. */
  const administratorOf = async (db: Db, id: string) => {
    const { adminId, name } = orNotFound(await repository.find(db, id))
    const user = adminId === null ? undefined : await users.find(db, id, adminId)
    if (!user) throw new AppError(companiesErrors.noAdministrator)
    refuseOutside(user)
    return { company: name, userId: user.id, account: user.account }
  }

  return {
    /** Locks a company at once or as long as said: its sessions end, and it ends by itself. */
    async lock(scope: RequestScope, id: string, lock: z.output<typeof companyLock>) {
      const { db } = scope
      const { name, status } = await taken(scope, id)
      refusePast(lock.until, 'until')
      if (status === locked) throw new AppError(companiesErrors.alreadyLocked)
      scope.confirm({ name, ...(await repository.belongings(db, id)) })
      await repository.lock(db, id, lock, personOf(scope))
      const endedSessions = await sessions.endCompany(db, id, 'company')
      const after = { locked: true, ...lock, endedSessions }
      scope.note({ entityId: id, entityName: name, before: { locked: false }, after })
      scope.afterCommit(() => sessions.forgetCompany(id))
      return null
    },

    async unlock(scope: RequestScope, id: string) {
      const { name, status, lockReason: reason, lockUntil: until } = await taken(scope, id)
      if (status !== locked) throw new AppError(companiesErrors.notLocked)
      await repository.unlock(scope.db, id, personOf(scope))
      scope.note({
        entityId: id,
        entityName: name,
        before: { locked: true, reason, until },
        after: { locked: false },
      })
      return null
    },

    /** Gives the administrator of a company a new password that is only good for the first sign-in. */
    async reset(scope: LooseScope<Actor>, id: string) {
      refuseOthers(scope.actor)
      await database.transact({ reach: 'platform' }, (db) => administratorOf(db, id))
      const { password, passwordHash } = await madePassword()
      const { userId, account } = await scope.commit(async (db) => {
        await repository.hold(db, id)
        const admin = await administratorOf(db, id)
        const owner = { companyId: id, userId: admin.userId }
        await passwords.replace(db, owner, passwordHash, true)
        const parts = await holdMemberships(db, owner, usersContract.lock.audit.event)
        const endedSessions = await sessions.endAll(db, owner, 'reset')
        const after = { account: admin.account, mustChange: true, endedSessions }
        scope.note({ entityId: id, entityName: admin.company, after, parts })
        return admin
      })
      sessions.forgetUser(userId)
      return { account, password }
    },
  }
}
export type CompanyStanding = ReturnType<typeof createCompanyStanding>
