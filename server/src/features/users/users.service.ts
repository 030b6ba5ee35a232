import { userFields } from '@atrium/contract/features/users/user-fields.ts'
import {
  type UserCreate,
  type UsersNarrowing,
  type UserUpdate,
  type userReset,
  usersContract,
} from '@atrium/contract/features/users/users.contract.ts'
import { usersErrors } from '@atrium/contract/features/users/users.errors.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import type * as z from 'zod/mini'
import { orNotFound, personOf, refuseDepth, refuseStale } from '../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { newId } from '../../kernel/ids.ts'
import { exportList } from '../../kernel/list-export.ts'
import { maskedPhone } from '../../kernel/masked.ts'
import { type Actor, type AuditNote, type LooseScope, type RequestScope, refusalAt } from '../../kernel/scope.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { writable } from '../../kernel/writable.ts'
import { wornRoles } from '../access/index.ts'
import { refuseFull } from '../companies/index.ts'
import type { OnlineSessions } from '../online-sessions/index.ts'
import type { Passwords } from '../password-policies/index.ts'
import type { SessionService } from '../session/index.ts'
import { userColumnFields, userColumns } from './exported-users.ts'
import { holdMemberships } from './hold-memberships.ts'
import { managedUsersRepository as repository } from './managed-users.repository.ts'
import type { UsersQuery } from './matching-users.repository.ts'
import { hashPassword, randomPassword } from './password.ts'
import { userMasks } from './told-fields.ts'
import {
  keepingAdministrators,
  refuseForeignRoles,
  refuseOneself,
  refuseOutside,
  refusePast,
  refuseStronger,
  requireRight,
} from './user-rules.ts'
import { auditedOf, detailOf, rowOf } from './user-views.ts'
import { type Owner, usersRepository as users } from './users.repository.ts'

const madeLength = 12
const fields = { labels: userFields, masks: userMasks }
/** What is done to somebody's memberships when his way in is changed. */
const locked = usersContract.lock.audit.event
type Ports = {
  database: Database
  secrets: Secrets
  passwords: Passwords
  sessions: SessionService
  online: OnlineSessions
  /** Lets somebody who was just added belong to organisations. Out: what their timelines say of it. */
  letIntoOrganizations(
    scope: Pick<RequestScope, 'db' | 'actor'>,
    user: { id: string; account: string },
    ids: readonly string[],
    field: string,
  ): Promise<NonNullable<AuditNote['parts']>>
}
type Names = { account: string; phone: string; email: string }

const refuseTaken = async (db: Db, { account, phone, email }: Names) => {
  if (await users.findByAccount(db, account)) throw refusalAt(usersErrors.accountTaken, 'account')
  if (phone && (await users.findByPhone(db, phone))) throw refusalAt(usersErrors.phoneTaken, 'phone')
  if (email && (await users.findByMail(db, email))) throw refusalAt(usersErrors.emailTaken, 'email')
}

/** The users of a company, as their administrators keep them. */
export const createUsers = ({ database, secrets, passwords, sessions, online, letIntoOrganizations }: Ports) => {
  const sealed = (idCard: string) => (idCard === '' ? null : secrets.seal(idCard))

  /**
   * A password for somebody else. The current and former ones are not compared: the answer would tell an administrator
   * whether he guessed them. Out: its hash, and the password itself when it was made here.
   */
  const newPassword = async (companyId: string, chosen: string | undefined, words: string[]) => {
    if (chosen !== undefined)
      return { hash: await passwords.accept({ companyId, words, password: chosen, field: 'password' }), shown: {} }
    const { min } = await passwords.policyOf(companyId)
    const password = randomPassword(Math.max(madeLength, min))
    return { hash: await hashPassword(password), shown: { password } }
  }

  /**
   * Makes phone and mail address what the form says, on the whole platform. Out: what the logs of other companies say, where
   * he has another way in now.
   */
  const changeContacts = async (
    db: Db,
    owner: Owner,
    before: Omit<Names, 'account'>,
    write: UserUpdate,
  ): Promise<NonNullable<AuditNote['parts']>> => {
    let isNewWay = false
    for (const [kind, was, wanted] of [
      ['phone', before.phone, write.phone],
      ['mail', before.email, write.email],
    ] as const) {
      if (wanted === was) continue
      if (wanted === '') await users.unbindContact(db, owner, kind)
      else if (!(await users.bindContact(db, owner, kind, wanted)))
        throw kind === 'phone' ? refusalAt(usersErrors.phoneTaken, 'phone') : refusalAt(usersErrors.emailTaken, 'email')
      else isNewWay = true
    }
    return isNewWay ? holdMemberships(db, owner, locked) : []
  }

  return {
    async list({ db, actor }: RequestScope, query: UsersQuery) {
      refuseDepth(query)
      const page = await repository.list(db, actor, query)
      return { ...page, data: page.data.map((user) => rowOf(user, actor.userId)) }
    },

    export(scope: LooseScope<Actor>, narrowing: UsersNarrowing) {
      const { actor } = scope
      return exportList(database, scope, {
        sight: { reach: 'company', companyId: actor.companyId },
        of: '用户',
        narrowing,
        count: (db, most) => repository.count(db, actor, narrowing, most),
        batch: (db, behind, size) => repository.batch(db, actor, narrowing, behind, size),
        columns: userColumns,
        fields: userColumnFields,
      })
    },

    async passwordRules({ db, actor }: RequestScope) {
      const { kind, min, max } = await passwords.policyOf(actor.companyId, db)
      return { kind, min, max }
    },

    async get({ db, actor }: RequestScope, userId: string) {
      const user = orNotFound(await repository.find(db, actor, userId))
      return detailOf(secrets, user, actor.userId)
    },

    async bin({ db, actor }: RequestScope, query: ListQuery) {
      refuseDepth(query)
      const page = await repository.bin(db, actor, query)
      return { ...page, data: page.data.map((user) => ({ ...user, phone: maskedPhone(user.phone) })) }
    },

    async create(scope: LooseScope<Actor>, wish: UserCreate) {
      const { actor } = scope
      const none = { phone: '', email: '', idCard: '', remark: '' }
      const write = writable(actor, 'users', fields, { before: none, left: none }, wish)
      const { companyId } = actor
      const { account, name, phone, email, sex, remark, roleIds, orgs, expireTime, mustChange } = write
      if (roleIds.length > 0) requireRight(actor, 'sysUsers:roles')
      if (orgs.length > 0) requireRight(actor, 'sysOrgs:members')
      refusePast(expireTime, 'expireTime')
      const { hash, shown } = await newPassword(companyId, write.password, [account, name])
      const id = newId()
      await scope.commit(async (db) => {
        await refuseFull(db, companyId)
        await refuseForeignRoles(db, actor, { given: roleIds, taken: [] }, 'roleIds')
        const contacts = { ...(phone && { phone }), ...(email && { email }) }
        const details = { sex, remark, expireTime, idCard: sealed(write.idCard) }
        const user = { companyId, id, account, name, ...contacts, details, passwordHash: hash, mustChange }
        if (!(await users.reserve(db, { ...user, by: personOf(scope) }))) await refuseTaken(db, write)
        for (const roleId of new Set(roleIds)) {
          const wearing = { roleId, orgId: null, startTime: null, expireTime: null, reason: '' }
          await wornRoles.give(db, { companyId, userId: id }, wearing, personOf(scope))
        }
        const parts = orgs.length > 0 ? await letIntoOrganizations({ db, actor }, { id, account }, orgs, 'orgs') : []
        // Whoever adds somebody outside his own data scope has still added him.
        const added = orNotFound(await repository.find(db, { ...actor, rows: 'all' }, id))
        const organizations = added.orgs.map(({ orgName }) => orgName)
        const after = { ...auditedOf(added), roles: added.roles, organizations }
        scope.note({ entityId: id, entityName: name, after, parts })
      })
      return { id, ...shown }
    },

    async update(scope: RequestScope, userId: string, wish: UserUpdate) {
      const { db, actor } = scope
      const owner = { companyId: actor.companyId, userId }
      if (!(await repository.hold(db, actor, userId))) orNotFound(undefined)
      const current = async () => detailOf(secrets, orNotFound(await repository.find(db, actor, userId)), actor.userId)
      const before = await current()
      await refuseStronger(db, actor, userId)
      refuseStale(before, wish.version)
      const was = { phone: before.phone, email: before.email, idCard: before.idCard, remark: before.remark }
      const write = writable(actor, 'users', fields, { before: was, left: { ...was, idCard: undefined } }, wish)
      const expireTime = write.expireTime && new Date(write.expireTime).toISOString()
      if (expireTime !== before.expireTime) refusePast(expireTime, 'expireTime')
      const { name, sex, remark, idCard } = write
      if (write.phone !== '' || write.email !== '') refuseOutside(before)
      const parts = await changeContacts(db, owner, before, write)
      await keepingAdministrators(db, owner, () =>
        users.amend(
          db,
          owner,
          { name, sex, remark, expire_at: expireTime, ...(idCard !== undefined && { id_card: sealed(idCard) }) },
          personOf(scope),
        ),
      )
      const after = auditedOf(await current())
      scope.note({ entityId: userId, entityName: name, before: auditedOf(before), after, parts })
      scope.afterCommit(() => sessions.forgetUser(userId))
      return null
    },

    /** Sets somebody's password. Throws as the rules say, and what the company's policy refuses at `password`. */
    async reset(scope: LooseScope<Actor>, userId: string, wish: z.output<typeof userReset>) {
      const { actor } = scope
      const owner = { companyId: actor.companyId, userId }
      const allowed = async (db: Db) => {
        const user = orNotFound(await repository.find(db, actor, userId))
        refuseOneself(actor, userId)
        await refuseStronger(db, actor, userId)
        refuseOutside(user)
        return user
      }
      const user = await database.transact({ reach: 'platform' }, allowed)
      const { hash, shown } = await newPassword(actor.companyId, wish.password, [user.account, user.name])
      const { mustChange, logout } = wish
      await scope.commit(async (db) => {
        await repository.hold(db, actor, userId)
        await allowed(db)
        await passwords.replace(db, owner, hash, mustChange)
        const parts = await holdMemberships(db, owner, locked)
        const ended = logout ? await sessions.endAll(db, owner, 'reset') : 0
        scope.note({ entityId: userId, entityName: user.name, after: { mustChange, endedSessions: ended }, parts })
      })
      sessions.forgetUser(userId)
      return shown
    },

    /** Where somebody is signed in. */
    async sessions(scope: RequestScope, userId: string) {
      orNotFound(await repository.find(scope.db, scope.actor, userId))
      return online.of(scope, userId)
    },
    async endSession(scope: RequestScope, userId: string, sessionId: string) {
      await refuseStronger(scope.db, scope.actor, userId)
      return online.end(scope, sessionId, 'terminated', userId)
    },
  }
}
export type UsersService = ReturnType<typeof createUsers>
