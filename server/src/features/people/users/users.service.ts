import { userFields } from '@atrium/contract/features/access/registry/user-fields.ts'
import type { SessionRow } from '@atrium/contract/features/people/users/session-row.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import type {
  UserCreate,
  UsersExport,
  UserUpdate,
  userReset,
} from '@atrium/contract/features/people/users/users.contract.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import type * as z from 'zod/mini'
import { assertPageDepth, assertVersion, authorOf, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { enforceWritable } from '../../../kernel/enforce-writable.ts'
import { newId } from '../../../kernel/ids.ts'
import { maskedPhone } from '../../../kernel/masked.ts'
import { hashPassword, randomPassword } from '../../../kernel/password-hash.ts'
import type { PasswordStore } from '../../../kernel/password-store.ts'
import { type Actor, type AuditNote, type DetachedScope, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import type { ExportSheet } from '../../../kernel/sheets/export-sheet.ts'
import { roleGrants } from '../../access/authorization/index.ts'
import { assertUserLimit } from '../../tenancy/tenants/index.ts'
import { readExportedUsers } from './exported-users.repository.ts'
import { findFilterNames } from './filter-names.repository.ts'
import { readIdCardArea } from './id-card-area.ts'
import { lockMemberships } from './lock-memberships.ts'
import { managedUsersRepository as repository } from './managed-users.repository.ts'
import type { UsersQuery } from './matching-users.repository.ts'
import { type AssignmentPorts, planAssignments } from './user-assignments.ts'
import { maskByUserField } from './user-field-masks.ts'
import {
  refuseExternalAccount,
  refuseForeignRoles,
  refuseOneself,
  refusePast,
  refuseStronger,
  requireRight,
} from './user-rules.ts'
import { userSource } from './user-sheet.ts'
import { auditedOf, detailOf, rowOf } from './user-views.ts'
import { type Owner, usersRepository as users } from './users.repository.ts'

const generatedPasswordLength = 12
const exportBatchSize = 1000
const fields = { labels: userFields, masks: maskByUserField }
/** Audit event for memberships locked after a change of credentials. */
const lockEvent = userStatusContract.lock.audit.event
type Ports = {
  database: Database
  secrets: Secrets
  exportSheet: ExportSheet
  passwords: PasswordStore
  sessions: SessionEnder
  /** Live sessions of a user of the caller's company. */
  online: {
    ofUser(scope: RequestScope, userId: string): Promise<SessionRow[]>
    end(scope: RequestScope, sessionId: string, reason: string, expectedUserId: string): Promise<null>
  }
} & AssignmentPorts
type LoginNames = { account: string; phone: string; email: string }

const refuseTakenNames = async (db: Db, { account, phone, email }: LoginNames) => {
  if (await users.findByAccount(db, account)) throw refusalAt(usersErrors.accountTaken, 'account')
  if (phone && (await users.findByPhone(db, phone))) throw refusalAt(usersErrors.phoneTaken, 'phone')
  if (email && (await users.findByMail(db, email))) throw refusalAt(usersErrors.emailTaken, 'email')
}

/** Users of a company, as administrators manage them. */
export const createUsers = ({ database, secrets, exportSheet, passwords, sessions, online, ...assigning }: Ports) => {
  const sealIdCard = (idCard: string) => (idCard === '' ? null : secrets.seal(idCard))

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
    const { min } = await passwords.policyOf(companyId)
    const password = randomPassword(Math.max(generatedPasswordLength, min))
    return { hash: await hashPassword(password), shown: { password } }
  }

  /**
   * Binds or removes phone and mail address across the platform. Returns audit parts for other companies if a new way
   * to sign in was added.
   */
  const changeContacts = async (
    db: Db,
    owner: Owner,
    before: Omit<LoginNames, 'account'>,
    write: UserUpdate,
  ): Promise<NonNullable<AuditNote['parts']>> => {
    let hasNewLogin = false
    for (const [kind, was, wanted] of [
      ['phone', before.phone, write.phone],
      ['mail', before.email, write.email],
    ] as const) {
      if (wanted === was) continue
      if (wanted === '') await users.unbindContact(db, owner, kind)
      else if (!(await users.bindContact(db, owner, kind, wanted)))
        throw kind === 'phone' ? refusalAt(usersErrors.phoneTaken, 'phone') : refusalAt(usersErrors.emailTaken, 'email')
      else hasNewLogin = true
    }
    return hasNewLogin ? lockMemberships(db, owner, lockEvent) : []
  }

  return {
    async list({ db, actor, origin }: RequestScope, query: UsersQuery) {
      assertPageDepth(query)
      const page = await repository.list(db, actor, { ...query, timeZone: origin.timeZone })
      return { ...page, data: page.data.map((user) => rowOf(user, actor.userId)) }
    },

    export(scope: DetachedScope<Actor>, request: UsersExport) {
      const { actor, origin } = scope
      const zoned = { ...request, timeZone: origin.timeZone }
      return exportSheet(scope, {
        ...{ source: userSource, request, reach: { reach: 'company', companyId: actor.companyId } as const },
        count: (db, max) => repository.count(db, actor, zoned, max),
        batch: (db, after, size) => readExportedUsers(db, actor, zoned, after?.id, size),
        batchSize: exportBatchSize,
        names: (db) => findFilterNames(db, actor, request),
      })
    },

    async passwordRules({ db, actor }: RequestScope) {
      const { kind, min, max } = await passwords.policyOf(actor.companyId, db)
      return { kind, min, max }
    },

    async get({ db, actor }: RequestScope, userId: string) {
      const user = orNotFound(await repository.find(db, actor, userId))
      const area = await readIdCardArea({ db, actor }, secrets, user)
      return { ...detailOf(secrets, user, actor.userId), ...(area !== undefined && { idCardArea: area }) }
    },

    async bin({ db, actor }: RequestScope, query: ListQuery) {
      assertPageDepth(query)
      const page = await repository.bin(db, actor, query)
      return { ...page, data: page.data.map((user) => ({ ...user, phone: maskedPhone(user.phone) })) }
    },

    async create(scope: DetachedScope<Actor>, request: UserCreate) {
      const { actor } = scope
      const none = { phone: '', email: '', idCard: '', remark: '' }
      const write = enforceWritable(actor, 'users', fields, { before: none, unchanged: none }, request)
      const { companyId } = actor
      const { account, name, phone, email, sex, remark, roleIds, orgs, expireTime, mustChange } = write
      if (roleIds.length > 0) requireRight(actor, 'sysUsers:roles')
      if (orgs.length > 0) requireRight(actor, 'sysOrgs:members')
      refusePast(expireTime, 'expireTime')
      const { hash, shown } = await newPassword(companyId, write.password, [account, name])
      const id = newId()
      await scope.commit(async (db) => {
        await assertUserLimit(db, companyId)
        await refuseForeignRoles(db, actor, { granted: roleIds, revoked: [] }, 'roleIds')
        const contacts = { ...(phone && { phone }), ...(email && { email }) }
        const details = { sex, remark, expireTime, idCard: sealIdCard(write.idCard) }
        const user = { companyId, id, account, name, ...contacts, details, passwordHash: hash, mustChange }
        if (!(await users.addUser(db, { ...user, by: authorOf(scope) }))) await refuseTakenNames(db, write)
        for (const roleId of new Set(roleIds)) {
          const assignment = { roleId, orgId: null, startTime: null, expireTime: null, reason: '' }
          await roleGrants.assign(db, { companyId, userId: id }, assignment, authorOf(scope))
        }
        const memberships =
          orgs.length > 0 && (await assigning.planMemberships({ db, actor }, { id, account }, orgs, 'orgs'))
        const parts = memberships ? await memberships.apply() : []
        // The caller may add a user outside their own row scope.
        const added = orNotFound(await repository.find(db, { ...actor, rows: 'all' }, id))
        const organizations = added.orgs.map(({ orgName }) => orgName)
        const after = { ...auditedOf(added), roles: added.roles, organizations }
        scope.note({ entityId: id, entityName: name, after, parts })
      })
      return { id, ...shown }
    },

    async update(scope: RequestScope, userId: string, request: UserUpdate) {
      const { db, actor } = scope
      const owner = { companyId: actor.companyId, userId }
      if (!(await repository.hold(db, actor, userId))) orNotFound(undefined)
      const current = async () => detailOf(secrets, orNotFound(await repository.find(db, actor, userId)), actor.userId)
      const before = await current()
      await refuseStronger(db, actor, userId)
      assertVersion(before, request.version)
      const was = { phone: before.phone, email: before.email, idCard: before.idCard, remark: before.remark }
      const write = enforceWritable(
        actor,
        'users',
        fields,
        { before: was, unchanged: { ...was, idCard: undefined } },
        request,
      )
      const expireTime = write.expireTime && new Date(write.expireTime).toISOString()
      if (expireTime !== before.expireTime) refusePast(expireTime, 'expireTime')
      const { name, sex, remark, idCard } = write
      const runEdit = await planAssignments(assigning, scope, before, write)
      if (write.phone !== '' || write.email !== '') refuseExternalAccount(before)
      const locked = await changeContacts(db, owner, before, write)
      const columns = { name, sex, remark, expire_at: expireTime }
      const sealed = idCard !== undefined && { id_card: sealIdCard(idCard) }
      const assigned = await runEdit(() => users.amend(db, owner, { ...columns, ...sealed }, authorOf(scope)))
      scope.note({
        ...{ entityId: userId, entityName: name },
        before: { ...auditedOf(before), ...assigned.before },
        after: { ...auditedOf(await current()), ...assigned.after },
        parts: [...locked, ...assigned.parts],
      })
      scope.afterCommit(() => sessions.forgetUser(userId))
      return null
    },

    /** Sets a password. Throws the refusals of the rules above; policy violations are reported at `password`. */
    async reset(scope: DetachedScope<Actor>, userId: string, request: z.output<typeof userReset>) {
      const { actor } = scope
      const owner = { companyId: actor.companyId, userId }
      const authorizeReset = async (db: Db) => {
        const user = orNotFound(await repository.find(db, actor, userId))
        refuseOneself(actor, userId)
        await refuseStronger(db, actor, userId)
        refuseExternalAccount(user)
        return user
      }
      const user = await database.transact({ reach: 'platform' }, authorizeReset)
      const { hash, shown } = await newPassword(actor.companyId, request.password, [user.account, user.name])
      const { mustChange, logout } = request
      await scope.commit(async (db) => {
        await repository.hold(db, actor, userId)
        await authorizeReset(db)
        await passwords.replace(db, owner, hash, mustChange)
        const parts = await lockMemberships(db, owner, lockEvent)
        const ended = logout ? await sessions.endAll(db, owner, 'reset') : 0
        scope.note({ entityId: userId, entityName: user.name, after: { mustChange, endedSessions: ended }, parts })
      })
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
