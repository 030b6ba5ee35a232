import type {
  PortalUserRow,
  PortalUsersQuery,
  PortalUserWrite,
} from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import { portalUsersContract } from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { assertPageDepth, assertVersion, authorIn, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { locateIp } from '../../../kernel/locate-ip.ts'
import { maskedMail, maskedPhone } from '../../../kernel/masked.ts'
import { lockAuthor } from '../../../kernel/operator-lock.ts'
import { reachOfActor } from '../../../kernel/reach-of-actor.ts'
import { type Actor, AppError, type AuditNote, type DetachedScope, type Owner } from '../../../kernel/scope.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import {
  isLastAdministrator,
  refuseExternalAccount,
  refuseOneself,
  refuseOperatorsLock,
  refusePast,
  refuseStronger,
  users,
} from '../../people/users/index.ts'
import { portalUsersRepository as repository, type StoredPortalUser } from './portal-users.repository.ts'

type Scope = DetachedScope<Actor>
type Lock = { reason: string; until: string | null }
type Changed = { before: NonNullable<AuditNote['before']>; after: NonNullable<AuditNote['after']> }

const lockedStatus = 2
const unlockColumns = { locked_at: null, locked_until: null, lock_reason: '', locked_by: null }

const toLock = ({ status, lockReason, lockBy, lockTime, lockUntil }: StoredPortalUser) =>
  status === lockedStatus && lockBy !== null && lockTime !== null
    ? { reason: lockReason, by: lockBy, time: lockTime, until: lockUntil }
    : null
const toRow = (user: StoredPortalUser): PortalUserRow => ({
  ...user,
  phone: maskedPhone(user.phone),
  email: maskedMail(user.email),
  company: { id: user.companyId, name: user.companyName },
  status: user.status as PortalUserRow['status'],
  lock: toLock(user),
  lastLogin:
    user.lastTime === null ? null : { time: user.lastTime, ip: user.lastIp ?? '', area: locateIp(user.lastIp ?? '') },
})

/** Portal users, as the operator and the administrators of their enterprise manage them. */
export const createPortalUsers = ({ database, sessions }: { database: Database; sessions: SessionEnder }) => {
  const find = async (actor: Actor, id: string) =>
    orNotFound(await database.read(reachOfActor(actor), (db) => repository.find(db, actor, id)))

  /**
   * Changes a user within one transaction, logged in their company too.
   * @throws the rules of those who manage users
   */
  const change = async (
    scope: Scope,
    id: string,
    action: 'update' | 'lock' | 'unlock',
    apply: (db: Db, user: StoredPortalUser, owner: Owner) => Promise<Changed>,
  ) => {
    const { actor } = scope
    // Found within the caller's reach first: a commit reaches all companies.
    const { companyId } = await find(actor, id)
    const owner = { companyId, userId: id }
    await scope.commit(async (db) => {
      await users.hold(db, owner)
      const user = orNotFound(await repository.find(db, actor, id))
      refuseOneself(actor, id)
      if (companyId === actor.companyId) await refuseStronger(db, actor, id)
      const entry = { entityId: id, entityName: user.name, ...(await apply(db, user, owner)) }
      const { event } = portalUsersContract[action].audit
      scope.note({ ...entry, sideEffects: companyId === actor.companyId ? [] : [{ ...entry, event, companyId }] })
    })
    sessions.forgetUser(id)
    return null
  }

  return {
    async pages({ actor }: Scope, query: PortalUsersQuery) {
      assertPageDepth(query)
      const page = await database.read(reachOfActor(actor), (db) => repository.list(db, actor, query))
      return { ...page, data: page.data.map(toRow) }
    },
    get: async ({ actor }: Scope, id: string) => toRow(await find(actor, id)),

    /** Throws `signsInElsewhere` for members, whose account another company manages. */
    update: (scope: Scope, id: string, { name, sex, version }: PortalUserWrite) =>
      change(scope, id, 'update', async (db, user, owner) => {
        assertVersion(toRow(user), version)
        refuseExternalAccount(user)
        await users.amend(db, owner, { name, sex }, authorIn(scope, owner.companyId))
        return { before: { name: user.name, sex: user.sex }, after: { name, sex } }
      }),

    /** Throws `alreadyLocked` and `lastAdministrator`. */
    lock: (scope: Scope, id: string, { reason, until }: Lock) =>
      change(scope, id, 'lock', async (db, user, owner) => {
        refusePast(until, 'until')
        if (user.status === lockedStatus) throw new AppError(usersErrors.alreadyLocked)
        if (await isLastAdministrator(db, owner)) throw new AppError(usersErrors.lastAdministrator)
        const by = authorIn(scope, owner.companyId)
        const locked = { locked_at: new Date().toISOString(), locked_until: until, lock_reason: reason }
        await users.amend(db, owner, { ...locked, locked_by: lockAuthor(scope.actor, by) }, by)
        await sessions.endAll(db, owner, 'locked')
        return { before: { locked: false }, after: { locked: true, reason, until } }
      }),

    /** Throws `notLocked` and `lockedByOperator`. */
    unlock: (scope: Scope, id: string) =>
      change(scope, id, 'unlock', async (db, { status, lockReason, lockUntil }, owner) => {
        if (status !== lockedStatus) throw new AppError(usersErrors.notLocked)
        await refuseOperatorsLock(db, scope.actor, owner)
        await users.amend(db, owner, unlockColumns, authorIn(scope, owner.companyId))
        return { before: { locked: true, reason: lockReason, until: lockUntil }, after: { locked: false } }
      }),
  }
}
