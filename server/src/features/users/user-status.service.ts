import { type BatchResult, type UserBatch, usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { usersErrors } from '@atrium/contract/features/users/users.errors.ts'
import { orNotFound, personOf } from '../../kernel/db/crud-handlers.ts'
import { eachAlone } from '../../kernel/db/each-alone.ts'
import { AppError, type RequestScope } from '../../kernel/scope.ts'
import { refuseFull } from '../companies/index.ts'
import type { SessionService } from '../session/index.ts'
import { confirmBatch } from './batch-impact.ts'
import { belongingsRepository } from './belongings.repository.ts'
import { managedUsersRepository as repository } from './managed-users.repository.ts'
import { membershipsRepository as memberships } from './memberships.repository.ts'
import { confirmEnd, successorOf } from './user-impact.ts'
import {
  keepingAdministrators,
  refuseLastAdministrator,
  refuseOneself,
  refusePast,
  refuseStronger,
  requireRight,
} from './user-rules.ts'
import { usersRepository as users } from './users.repository.ts'

type Lock = { reason: string; until: string | null }
const locked = 2
const unlocked = { locked_at: null, locked_until: null, lock_reason: '', locked_by: null }
const jsonb = JSON.stringify
const now = () => new Date().toISOString()

/** Who may sign in: locking, disabling, deleting, and all of it for many at once. */
export const createUserStanding = (sessions: SessionService) => {
  /** Somebody the caller may do this to, held. */
  const taken = async ({ db, actor }: RequestScope, userId: string, where: 'present' | 'bin' = 'present') => {
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

  const lock = async (scope: RequestScope, userId: string, { reason, until }: Lock) => {
    const owner = await taken(scope, userId)
    refusePast(until, 'until')
    const { name, status } = orNotFound(await repository.find(scope.db, scope.actor, userId))
    if (status === locked) throw new AppError(usersErrors.alreadyLocked)
    const by = personOf(scope)
    await refuseLastAdministrator(scope.db, owner)
    await confirmEnd(scope, owner, null)
    const lockedNow = { locked_at: now(), locked_until: until, lock_reason: reason, locked_by: jsonb(by) }
    await users.amend(scope.db, owner, lockedNow, by)
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
    const owner = await taken(scope, userId)
    const { name, status, lockReason, lockUntil } = orNotFound(await repository.find(scope.db, scope.actor, userId))
    if (status !== locked) throw new AppError(usersErrors.notLocked)
    await users.amend(scope.db, owner, unlocked, personOf(scope))
    const before = { locked: true, reason: lockReason, until: lockUntil }
    scope.note({ entityId: userId, entityName: name, before, after: { locked: false } })
    scope.afterCommit(() => sessions.forgetUser(userId))
    return null
  }
  const disable = async (scope: RequestScope, userId: string) => {
    const owner = await taken(scope, userId)
    const { name, disabled } = orNotFound(await repository.find(scope.db, scope.actor, userId))
    if (disabled) throw new AppError(usersErrors.alreadyDisabled)
    await refuseLastAdministrator(scope.db, owner)
    await confirmEnd(scope, owner, null)
    await users.amend(scope.db, owner, { status: 0 }, personOf(scope))
    await endSessions(scope, userId, 'removed')
    scope.note({ entityId: userId, entityName: name, before: { disabled: false }, after: { disabled: true } })
    return null
  }
  /** What else keeps him out stays: a lock, or the end of his account. */
  const enable = async (scope: RequestScope, userId: string) => {
    const owner = await taken(scope, userId)
    const { name, disabled } = orNotFound(await repository.find(scope.db, scope.actor, userId))
    if (!disabled) throw new AppError(usersErrors.notDisabled)
    await users.amend(scope.db, owner, { status: 1 }, personOf(scope))
    scope.note({ entityId: userId, entityName: name, before: { disabled: true }, after: { disabled: false } })
    scope.afterCommit(() => sessions.forgetUser(userId))
    return null
  }
  const remove = async (scope: RequestScope, userId: string, handoverTo?: string) => {
    const owner = await taken(scope, userId)
    const { account, name } = orNotFound(await repository.nameOf(scope.db, owner))
    const by = personOf(scope)
    await refuseLastAdministrator(scope.db, owner)
    const successor = handoverTo === undefined ? null : await successorOf(scope, userId, handoverTo)
    await confirmEnd(scope, owner, successor)
    if (successor) await belongingsRepository.handOver(scope.db, owner, successor)
    await users.amend(scope.db, owner, { deleted_at: now(), deleted_by: jsonb(by) }, by)
    await endSessions(scope, userId, 'removed')
    const after = successor ? { after: { handover: successor.name } } : {}
    scope.note({ entityId: userId, entityName: name, before: { account, name }, ...after })
    return null
  }
  const restore = async (scope: RequestScope, userId: string) => {
    const owner = await taken(scope, userId, 'bin')
    await refuseFull(scope.db, owner.companyId)
    if (await memberships.hasLeft(scope.db, owner)) throw new AppError(usersErrors.hasLeft)
    if (await memberships.isReplaced(scope.db, owner)) throw new AppError(usersErrors.alreadyMember)
    const { account, name } = orNotFound(await repository.nameOf(scope.db, owner))
    await users.amend(scope.db, owner, { deleted_at: null, deleted_by: null }, personOf(scope))
    scope.note({ entityId: userId, entityName: name, after: { account, name } })
    scope.afterCommit(() => sessions.forgetUser(userId))
    return null
  }

  /** Gives an account another end, or ends it now. Throws `lastAdministrator`. */
  const endAt = async (scope: RequestScope, userId: string, until: string | 'now') => {
    const owner = await taken(scope, userId)
    const { name, expireTime } = orNotFound(await repository.find(scope.db, scope.actor, userId))
    await keepingAdministrators(scope.db, owner, () => users.endAt(scope.db, owner, until, personOf(scope)))
    if (until === 'now') await sessions.endAll(scope.db, owner, 'removed')
    const after = { expireTime: until === 'now' ? now() : until }
    scope.note({ entityId: userId, entityName: name, before: { expireTime }, after })
    scope.afterCommit(() => sessions.forgetUser(userId))
  }

  const rights = {
    lock: 'sysUsers:lock',
    unlock: 'sysUsers:lock',
    disable: 'sysUsers:lock',
    enable: 'sysUsers:lock',
    delete: 'sysUsers:delete',
    restore: 'sysUsers:delete',
  } as const
  const events = {
    lock: usersContract.lock.audit.event,
    unlock: usersContract.unlock.audit.event,
    disable: usersContract.disable.audit.event,
    enable: usersContract.enable.audit.event,
    delete: usersContract.remove.audit.event,
    restore: usersContract.restore.audit.event,
  } as const
  const doTo = (scope: RequestScope, { action, params }: UserBatch, userId: string) =>
    ({
      lock: () => lock(scope, userId, params ?? { reason: '', until: null }),
      unlock: () => unlock(scope, userId),
      disable: () => disable(scope, userId),
      enable: () => enable(scope, userId),
      delete: () => remove(scope, userId),
      restore: () => restore(scope, userId),
    })[action]()

  return {
    lock,
    unlock,
    disable,
    enable,
    remove,
    restore,
    endAt,

    /**
     * Does the same to many, each for itself: what is refused for one leaves the others as they became. Shows first what
     * that does to all of them together.
     */
    async batch(scope: RequestScope, batch: UserBatch): Promise<BatchResult> {
      requireRight(scope.actor, rights[batch.action])
      refusePast(batch.params?.until ?? null, 'params.until')
      // Always in the same order, so that two batches wait for each other instead of colliding.
      const ids = [...new Set(batch.ids)].sort()
      await confirmBatch(scope, batch.action, ids)
      const people = ids.map((id) => ({ id }))
      const { done, failed } = await eachAlone(scope, people, (own, { id }) => doTo(own, batch, id))
      const { action, params } = batch
      const noted = done.map((each) => each.noted)
      const parts = noted.map((each) => ({ ...each, event: events[action] }))
      scope.note({ after: { action, ...(params && { params }), done: noted, failed }, parts })
      return { total: ids.length, ok: done.length, failed }
    },
  }
}
export type UserStandingService = ReturnType<typeof createUserStanding>
