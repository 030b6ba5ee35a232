import type { SessionRow } from '@atrium/contract/features/people/users/session-row.ts'
import type {
  UserCreate,
  UsersExport,
  UserUpdate,
  userReset,
} from '@atrium/contract/features/people/users/users.contract.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import type * as z from 'zod/mini'
import type { PreparedPassword } from '../../../kernel/bulk/bulk-source.ts'
import { assertPageDepth, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { maskedPhone } from '../../../kernel/masked.ts'
import { hashPassword } from '../../../kernel/password-hash.ts'
import type { PasswordStore } from '../../../kernel/password-store.ts'
import { randomPassword } from '../../../kernel/random-password.ts'
import { throwFirst } from '../../../kernel/refusals.ts'
import type { Actor, DetachedScope, RequestScope } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import type { ExportSheet } from '../../../kernel/sheets/export-sheet.ts'
import { readExportedUsers } from './export/exported-users.repository.ts'
import { findFilterNames } from './export/filter-names.repository.ts'
import type { createUserSource } from './export/user-sheet.ts'
import { readIdCardArea } from './listing/id-card-area.ts'
import { managedUsersRepository as repository } from './listing/managed-users.repository.ts'
import type { UsersQuery } from './listing/matching-users.repository.ts'
import { toDetail, toRow } from './listing/user-views.ts'
import { lockMemberships } from './memberships/lock-memberships.ts'
import type { ConfirmAssignments } from './roles/role-change.ts'
import { keepAdministrators, refuseExternalAccount, refuseOneself, refuseStronger } from './user-rules.ts'
import type { NotifyFormerContacts } from './writing/contact-changes.ts'
import type { PlanMemberships } from './writing/plan-memberships.ts'
import { planNewUsers, writableUser } from './writing/plan-new-users.ts'
import { planUserChanges } from './writing/plan-user-changes.ts'

const generatedPasswordLength = 12
const exportBatchSize = 1000
type Ports = {
  database: Database
  secrets: Secrets
  exportSheet: ExportSheet
  source: ReturnType<typeof createUserSource>
  passwords: PasswordStore
  sessions: SessionEnder
  /** Live sessions of a user of the caller's company. */
  online: {
    ofUser(scope: RequestScope, userId: string): Promise<SessionRow[]>
    end(scope: RequestScope, sessionId: string, reason: string, expectedUserId: string): Promise<null>
  }
  planMemberships: PlanMemberships
  notifyFormerContacts: NotifyFormerContacts
  confirmAssignments: ConfirmAssignments
}
/** Users of a company, as administrators manage them. */
export const createUsers = (ports: Ports) => {
  const { database, secrets, exportSheet, source, passwords, sessions, online } = ports

  /**
   * Hashes a chosen or generated password. Not compared with former ones: the answer would tell an administrator
   * whether they guessed one. `shown` holds a generated password.
   */
  const newPassword = async (companyId: string, chosen: string | undefined, words: string[]) => {
    if (chosen !== undefined)
      return {
        hash: await passwords.validateAndHash({ companyId, words, password: chosen, field: 'password' }),
        shown: {},
      }
    const { min } = await passwords.getPolicy(companyId)
    const password = randomPassword(Math.max(generatedPasswordLength, min))
    return { hash: await hashPassword(password), shown: { password } }
  }

  const addPlanned = async (
    { db, actor, note }: Pick<RequestScope, 'db' | 'actor' | 'note'>,
    write: UserCreate,
    hash: string,
  ) => {
    const user = { id: newId(), write }
    const plan = await planNewUsers(ports, { db, actor }, [user])
    throwFirst(plan.judge(user))
    const { notes, sideEffects } = await plan.apply(new Set([user.id]), { hash })
    note({ ...notes.get(user.id), sideEffects })
    return user.id
  }

  /**
   * The user whose password is set.
   * @throws for oneself, stronger users and those who sign in elsewhere
   */
  const judgeReset = async ({ db, actor }: Pick<RequestScope, 'db' | 'actor'>, userId: string) => {
    const user = orNotFound(await repository.find(db, actor, userId))
    refuseOneself(actor, userId)
    await refuseStronger(db, actor, userId)
    refuseExternalAccount(user)
    return user
  }
  const replacePassword = async (
    scope: Pick<RequestScope, 'db' | 'actor' | 'note'>,
    userId: string,
    hash: string,
    { mustChange, logout }: Pick<z.output<typeof userReset>, 'mustChange' | 'logout'>,
  ) => {
    const { db, actor } = scope
    const owner = { companyId: actor.companyId, userId }
    await repository.hold(db, actor, userId)
    const user = await judgeReset(scope, userId)
    await passwords.replace(db, owner, hash, mustChange)
    const sideEffects = await lockMemberships(db, owner.companyId, [userId])
    const ended = logout ? await sessions.endAll(db, owner, 'reset') : 0
    scope.note({ entityId: userId, entityName: user.name, after: { mustChange, endedSessions: ended }, sideEffects })
  }

  return {
    async list({ db, actor, origin }: RequestScope, query: UsersQuery) {
      assertPageDepth(query)
      const page = await repository.list(db, actor, { ...query, timeZone: origin.timeZone })
      return { ...page, data: page.data.map((user) => toRow(user, actor.userId)) }
    },

    export(scope: DetachedScope<Actor>, request: UsersExport) {
      const { actor, origin } = scope
      const zoned = { ...request, timeZone: origin.timeZone }
      return exportSheet(scope, {
        source,
        request,
        reach: { reach: 'company', companyId: actor.companyId } as const,
        count: (db, max) => repository.count(db, actor, zoned, max),
        batch: (db, after, size) => readExportedUsers(db, actor, zoned, after?.id, size),
        batchSize: exportBatchSize,
        names: (db) => findFilterNames(db, actor, request),
      })
    },

    async passwordRules({ db, actor }: RequestScope) {
      const { kind, min, max } = await passwords.getPolicy(actor.companyId, db)
      return { kind, min, max }
    },

    async get({ db, actor }: RequestScope, userId: string) {
      const user = orNotFound(await repository.find(db, actor, userId))
      const area = await readIdCardArea({ db, actor }, secrets, user)
      return { ...toDetail(secrets, user, actor.userId), ...(area !== undefined && { idCardArea: area }) }
    },

    async bin({ db, actor }: RequestScope, query: ListQuery) {
      assertPageDepth(query)
      const page = await repository.bin(db, actor, query)
      return { ...page, data: page.data.map((user) => ({ ...user, phone: maskedPhone(user.phone) })) }
    },

    async create(scope: DetachedScope<Actor>, request: UserCreate) {
      const { actor } = scope
      const write = writableUser(actor, request)
      const { hash, shown } = await newPassword(actor.companyId, write.password, [write.account, write.name])
      const id = await scope.commit((db) => addPlanned({ db, actor, note: scope.note }, write, hash))
      return { id, ...shown }
    },

    /**
     * Adds a user whose password was hashed. Needs platform reach.
     * @returns their id
     * @throws as `create`
     */
    add: (scope: RequestScope, request: UserCreate, hash: string): Promise<string> =>
      addPlanned(scope, writableUser(scope.actor, request), hash),

    async update(scope: RequestScope, userId: string, request: UserUpdate) {
      const { db, actor, origin } = scope
      if (!(await repository.hold(db, actor, userId))) orNotFound(undefined)
      const user = toDetail(secrets, orNotFound(await repository.find(db, actor, userId)), actor.userId)
      const plan = await planUserChanges(ports, scope, [{ user, request }])
      throwFirst(plan.judge(userId))
      const apply = () =>
        keepAdministrators(db, actor, async () => {
          const { notes, sideEffects } = await plan.apply(new Set([userId]))
          scope.note({ ...notes.get(userId), sideEffects })
        })
      if (plan.isAssigning || origin.dryRun) await ports.confirmAssignments(scope, [userId], apply, plan.isLeaving)
      else await apply()
      scope.afterCommit(() => sessions.forgetUser(userId))
      return null
    },

    judgeReset,
    /**
     * Sets a password that was hashed, which must be changed, and ends the user's sessions.
     * @throws as `judgeReset`
     */
    async resetTo(scope: RequestScope, userId: string, hash: string) {
      await replacePassword(scope, userId, hash, { mustChange: true, logout: true })
      scope.afterCommit(() => sessions.forgetUser(userId))
    },
    /** New passwords as `reset` makes them, by user. */
    async preparePasswords({ companyId }: Actor, userIds: readonly string[]) {
      const prepared = new Map<string, PreparedPassword>()
      for (const id of userIds) {
        const { hash, shown } = await newPassword(companyId, undefined, [])
        prepared.set(id, { hash, sealed: secrets.seal(shown.password ?? '') })
      }
      return prepared
    },

    /**
     * Sets a password.
     * @throws the refusals of the rules above; policy violations are reported at `password`.
     */
    async reset(scope: DetachedScope<Actor>, userId: string, request: z.output<typeof userReset>) {
      const { actor } = scope
      const user = await database.transact({ reach: 'platform' }, (db) => judgeReset({ db, actor }, userId))
      const { hash, shown } = await newPassword(actor.companyId, request.password, [user.account, user.name])
      await scope.commit((db) => replacePassword({ ...scope, db }, userId, hash, request))
      sessions.forgetUser(userId)
      return shown
    },

    /** Active sessions of a user. */
    async sessions(scope: RequestScope, userId: string) {
      orNotFound(await repository.find(scope.db, scope.actor, userId))
      return online.ofUser(scope, userId)
    },
    async endSession(scope: RequestScope, userId: string, sessionId: string) {
      await refuseStronger(scope.db, scope.actor, userId)
      return online.end(scope, sessionId, 'terminated', userId)
    },
  }
}
export type UsersService = ReturnType<typeof createUsers>
