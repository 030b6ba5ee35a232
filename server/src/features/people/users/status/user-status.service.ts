import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import type { HookedEvent } from '@atrium/contract/hooked-events.ts'
import { orNotFound, toAuthor } from '../../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import type { AskModules } from '../../../../kernel/module-hooks.ts'
import { lockAuthor } from '../../../../kernel/operator-lock.ts'
import { AppError, type Owner, type RequestScope } from '../../../../kernel/scope.ts'
import type { SessionEnder } from '../../../../kernel/session-ender.ts'
import { assertUserLimit } from '../../../tenancy/tenants/index.ts'
import { managedUsersRepository as repository } from '../listing/managed-users.repository.ts'
import { membershipsRepository as memberships } from '../memberships/memberships.repository.ts'
import {
  keepAdministrators,
  refuseLastAdministrator,
  refuseOneself,
  refuseOperatorsLock,
  refusePast,
  refuseStronger,
} from '../user-rules.ts'
import { usersRepository as users } from '../users.repository.ts'
import { dependentsRepository } from './dependents.repository.ts'
import { type StoredStatus, storedStatusRepository as stored } from './stored-status.repository.ts'
import { confirmUserImpact, getSuccessor } from './user-impact.ts'

type Lock = { reason: string; until: string | null }
const lockedStatus = 2
const activeStatus = 1
const unlockColumns = { locked_at: null, locked_until: null, lock_reason: '', locked_by: null }
const jsonb = JSON.stringify
const now = () => new Date().toISOString()

/** Changes who can sign in: lock, disable, delete and their counterparts. */
export const createUserStatus = (sessions: SessionEnder, askModules: AskModules) => {
  /** Locks a user the caller may act on, and checks that they may. */
  const holdTarget = async ({ db, actor }: RequestScope, userId: string, where: 'present' | 'bin' = 'present') => {
    const owner = { companyId: actor.companyId, userId }
    if (!(await repository.hold(db, actor, userId, where))) orNotFound(undefined)
    refuseOneself(actor, userId)
    await refuseStronger(db, actor, userId)
    return owner
  }
  const endSessions = async (scope: RequestScope, userId: string, reason: string) => {
    await sessions.endAll(scope.db, { companyId: scope.actor.companyId, userId }, reason)
    scope.afterCommit(() => sessions.forgetUser(userId))
  }

  const ask = (scope: RequestScope, event: HookedEvent, { companyId, userId: id }: Owner, name: string) =>
    askModules(scope, { event, id, name, companies: [companyId] })

  const lock = async (scope: RequestScope, userId: string, { reason, until }: Lock) => {
    const owner = await holdTarget(scope, userId)
    refusePast(until, 'until')
    const { name, status } = orNotFound(await repository.find(scope.db, scope.actor, userId))
    if (status === lockedStatus) throw new AppError(usersErrors.alreadyLocked)
    const by = toAuthor(scope)
    await refuseLastAdministrator(scope.db, owner)
    await confirmUserImpact(scope, owner, null, await ask(scope, 'user.locked', owner, name))
    const lockColumns = {
      locked_at: now(),
      locked_until: until,
      lock_reason: reason,
      locked_by: lockAuthor(scope.actor, by),
    }
    await users.amend(scope.db, owner, lockColumns, by)
    await endSessions(scope, userId, 'locked')
    scope.note({
      entityId: userId,
      entityName: name,
      before: { locked: false },
      after: { locked: true, reason, until },
    })
    return null
  }
  const unlock = async (scope: RequestScope, userId: string) => {
    const owner = await holdTarget(scope, userId)
    const { name, status, lockReason, lockUntil } = orNotFound(await repository.find(scope.db, scope.actor, userId))
    if (status !== lockedStatus) throw new AppError(usersErrors.notLocked)
    await refuseOperatorsLock(scope.db, scope.actor, owner)
    await users.amend(scope.db, owner, unlockColumns, toAuthor(scope))
    const before = { locked: true, reason: lockReason, until: lockUntil }
    scope.note({ entityId: userId, entityName: name, before, after: { locked: false } })
    scope.afterCommit(() => sessions.forgetUser(userId))
    return null
  }
  const disable = async (scope: RequestScope, userId: string) => {
    const owner = await holdTarget(scope, userId)
    const { name, disabled } = orNotFound(await repository.find(scope.db, scope.actor, userId))
    if (disabled) throw new AppError(usersErrors.alreadyDisabled)
    await refuseLastAdministrator(scope.db, owner)
    await confirmUserImpact(scope, owner, null, await ask(scope, 'user.disabled', owner, name))
    await users.amend(scope.db, owner, { status: 0 }, toAuthor(scope))
    await endSessions(scope, userId, 'removed')
    scope.note({ entityId: userId, entityName: name, before: { disabled: false }, after: { disabled: true } })
    return null
  }
  /** Does not lift a lock or an expired account. */
  const enable = async (scope: RequestScope, userId: string) => {
    const owner = await holdTarget(scope, userId)
    const { name, disabled } = orNotFound(await repository.find(scope.db, scope.actor, userId))
    if (!disabled) throw new AppError(usersErrors.notDisabled)
    await users.amend(scope.db, owner, { status: 1 }, toAuthor(scope))
    scope.note({ entityId: userId, entityName: name, before: { disabled: true }, after: { disabled: false } })
    scope.afterCommit(() => sessions.forgetUser(userId))
    return null
  }
  const remove = async (scope: RequestScope, userId: string, handoverTo?: string) => {
    const owner = await holdTarget(scope, userId)
    const { account, name } = orNotFound(await repository.findName(scope.db, owner))
    const by = toAuthor(scope)
    await refuseLastAdministrator(scope.db, owner)
    const successor = handoverTo === undefined ? null : await getSuccessor(scope, userId, handoverTo)
    await confirmUserImpact(scope, owner, successor, await ask(scope, 'user.removed', owner, name))
    if (successor) await dependentsRepository.handOver(scope.db, owner, successor)
    await users.amend(scope.db, owner, { deleted_at: now(), deleted_by: jsonb(by) }, by)
    await endSessions(scope, userId, 'removed')
    const after = successor ? { after: { handover: successor.name } } : {}
    scope.note({ entityId: userId, entityName: name, before: { account, name }, ...after })
    return null
  }
  const refuseUnrestorable = async (db: Db, owner: Owner) => {
    await assertUserLimit(db, owner.companyId)
    if (await memberships.hasLeft(db, owner)) throw new AppError(usersErrors.hasLeft)
    if (await memberships.hasRejoined(db, owner)) throw new AppError(usersErrors.alreadyMember)
  }
  const restore = async (scope: RequestScope, userId: string) => {
    const owner = await holdTarget(scope, userId, 'bin')
    await refuseUnrestorable(scope.db, owner)
    const { account, name } = orNotFound(await repository.findName(scope.db, owner))
    await users.amend(scope.db, owner, { deleted_at: null, deleted_by: null }, toAuthor(scope))
    scope.note({ entityId: userId, entityName: name, after: { account, name } })
    scope.afterCommit(() => sessions.forgetUser(userId))
    return null
  }

  /**
   * Changes the expiry of an account, removes it, or ends the account now.
   * @throws `lastAdministrator`
   */
  const setExpiry = async (scope: RequestScope, userId: string, until: string | 'now' | null) => {
    const owner = await holdTarget(scope, userId)
    const { name, expireTime } = orNotFound(await repository.find(scope.db, scope.actor, userId))
    await keepAdministrators(scope.db, owner, () => users.setExpiry(scope.db, owner, until, toAuthor(scope)))
    if (until === 'now') await sessions.endAll(scope.db, owner, 'removed')
    const after = { expireTime: until === 'now' ? now() : until }
    scope.note({ entityId: userId, entityName: name, before: { expireTime }, after })
    scope.afterCommit(() => sessions.forgetUser(userId))
  }

  /**
   * The same for a time that is to come, or null.
   * @throws `sameExpiry` too
   */
  const expire = async (scope: RequestScope, userId: string, until: string | null) => {
    const { expireTime } = orNotFound(await repository.find(scope.db, scope.actor, userId))
    const wanted = until && new Date(until).toISOString()
    if (wanted === expireTime) throw new AppError(usersErrors.sameExpiry)
    await setExpiry(scope, userId, wanted)
  }

  /**
   * Gives a user the status back that they had before a change, removed users too.
   * @throws what locking and restoring throw
   */
  const putBack = async (scope: RequestScope, userId: string, was: StoredStatus) => {
    const { db, actor } = scope
    const isRemoved = (await stored.of(db, actor.companyId, [userId])).get(userId)?.deleted_at != null
    const owner = await holdTarget(scope, userId, isRemoved ? 'bin' : 'present')
    if (isRemoved && was.deleted_at === null) await refuseUnrestorable(db, owner)
    await refuseOperatorsLock(db, actor, owner)
    const named = orNotFound(await repository.findName(db, owner))
    const before = await stored.audited(db, owner)
    await keepAdministrators(db, owner, () => users.amend(db, owner, stored.toColumns(was), toAuthor(scope)))
    const after = await stored.audited(db, owner)
    if (after.status !== activeStatus) await sessions.endAll(db, owner, 'removed')
    scope.note({ entityId: userId, entityName: named.name, before, after })
    scope.afterCommit(() => sessions.forgetUser(userId))
  }

  return { lock, unlock, disable, enable, remove, restore, setExpiry, expire, putBack }
}
export type UserStatusService = ReturnType<typeof createUserStatus>
