import {
  type Term,
  type TermsImpact,
  type termExtension,
  termId,
  type termRelease,
  termsContract,
} from '@atrium/contract/features/governance/terms/terms.contract.ts'
import { termsErrors } from '@atrium/contract/features/governance/terms/terms.errors.ts'
import type { BatchResult } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { type UserRoles, userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import type * as z from 'zod/mini'
import { assertPageDepth, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { runEachInSavepoint } from '../../../kernel/db/run-each-in-savepoint.ts'
import { type Actor, AppError, type AuditNote, type RequestScope } from '../../../kernel/scope.ts'
import { roleAssignments } from '../../access/authorization/index.ts'
import {
  refuseForeignRoles,
  refuseOneself,
  refusePast,
  refuseStronger,
  requireRight,
} from '../../people/users/index.ts'
import { termsRepository as repository, type TermsQuery } from './terms.repository.ts'

const editPermission = 'sysUsers:edit'
const { assignRoles } = userRolesContract
const { update } = usersContract
const releasedEvent = termsContract.releaseTerms.audit.event

/** The users' own ways to assign roles and to expire accounts, with all their rules. */
export type TermsPorts = {
  userRoles: { assign(scope: RequestScope, userId: string, request: UserRoles): Promise<null> }
  userStatus: { setExpiry(scope: RequestScope, userId: string, until: string | 'now'): Promise<void> }
}

/** Unique terms in a fixed order, so that concurrent calls wait for each other instead of deadlocking. */
const uniqueSorted = (terms: readonly Term[]) => {
  const byId = new Map(terms.map((term) => [termId(term), { id: termId(term), ...term }]))
  return [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
}
const requireEditForAccounts = (actor: Actor, terms: readonly Term[]) => {
  if (terms.some(({ roleId }) => roleId === null)) requireRight(actor, editPermission)
}
const isSameTime = (time: string | null, expected: string) => time !== null && Date.parse(time) === Date.parse(expected)

/**
 * Reads a term with its user locked.
 * @throws `notFound`, and `changed` if its end differs from what the caller saw
 */
const lockTerm = async ({ db, actor }: RequestScope, { userId, roleId, expireTime }: Term) => {
  const user = orNotFound(await repository.lockUser(db, actor, userId))
  const assignment =
    roleId &&
    (await roleAssignments.of(db, { companyId: actor.companyId, userId })).find((each) => each.roleId === roleId)
  const end = roleId === null ? user.expireTime : assignment ? assignment.expireTime : null
  if (!isSameTime(end, expireTime)) throw new AppError(termsErrors.changed)
  return { ...user, assignment: assignment || null }
}

type DoneItems = Awaited<ReturnType<typeof runEachInSavepoint<Term & { id: string }>>>['done']
/** Audit note of the call, with the same on the timelines of users and roles. Takes event of each term. */
const toAuditNote = (done: DoneItems, pickEvent: (term: Term) => string, more: object): AuditNote => ({
  after: { ...more, done: done.map(({ noted }) => noted.entityName) },
  sideEffects: done.flatMap(({ item, noted: { sideEffects = [], ...noted } }) => [
    { ...noted, event: pickEvent(item) },
    ...sideEffects,
  ]),
})
const toBatchResult = (total: number, failed: BatchResult['failed']): BatchResult => ({
  total,
  failed,
  ok: total - failed.length,
})

/** Impact of ending these terms. */
const toImpact = (ended: readonly string[], result: BatchResult): TermsImpact => {
  const roles = [...Map.groupBy(ended, (role) => role)].filter(([name]) => name !== '')
  return {
    total: result.total,
    refused: result.failed,
    roles: roles.map(([name, of]) => ({ name, users: of.length })),
    accounts: ended.filter((role) => role === '').length,
  }
}

/** Terms: roles and accounts that expire. */
export const createTerms = ({ userRoles, userStatus }: TermsPorts) => {
  /** Audited under the same event as the single change. */
  const pickEvent = ({ roleId }: Term) => (roleId === null ? update : assignRoles).audit.event

  const extendTerm = async (scope: RequestScope, term: Term, until: string) => {
    const { version, assignment } = await lockTerm(scope, term)
    if (Date.parse(until) <= Date.parse(term.expireTime)) throw new AppError(termsErrors.notLater)
    if (!assignment) return userStatus.setExpiry(scope, term.userId, until)
    const { roleId, orgId, startTime, reason } = assignment
    const roles = [{ roleId, orgId, startTime, reason, expireTime: until }]
    await userRoles.assign(scope, term.userId, { roles, mode: 'add', version })
  }
  /** Returns the name of the ended role; empty for an account. */
  const endTerm = async (scope: RequestScope, term: Term): Promise<string> => {
    const { version, assignment } = await lockTerm(scope, term)
    if (!assignment) {
      await userStatus.setExpiry(scope, term.userId, 'now')
      return ''
    }
    const roles = [{ roleId: assignment.roleId, orgId: null, startTime: null, expireTime: null, reason: '' }]
    await userRoles.assign(scope, term.userId, { roles, mode: 'remove', version })
    return assignment.name
  }
  /** Revokes nothing yet, but requires the rights to revoke. */
  const releaseTerm = async (scope: RequestScope, term: Term) => {
    const { db, actor, note } = scope
    const { userId, roleId, expireTime } = term
    const { name, assignment } = await lockTerm(scope, term)
    refuseOneself(actor, userId)
    await refuseStronger(db, actor, userId)
    if (roleId !== null) await refuseForeignRoles(db, actor, { granted: [], revoked: [roleId] }, 'terms')
    await repository.release(db, actor.companyId, term)
    note({ entityId: userId, entityName: name, after: { ...(assignment && { roles: [assignment.name] }), expireTime } })
  }

  return {
    async list({ db, actor }: RequestScope, query: TermsQuery) {
      assertPageDepth(query)
      const canEdit = actor.permissions === 'everything' || actor.permissions.has(editPermission)
      const page = await repository.list(db, actor, query, canEdit)
      const data = page.data.map((row) => ({ ...row, id: termId(row), self: row.userId === actor.userId }))
      return { ...page, data }
    },

    /**
     * Throws `timePast`. Refuses terms as assigning the role or changing the account does, and with `changed` and
     * `notLater`.
     */
    async extend(scope: RequestScope, { terms, until }: z.output<typeof termExtension>) {
      requireEditForAccounts(scope.actor, terms)
      refusePast(until, 'until')
      const items = uniqueSorted(terms)
      const { done, failed } = await runEachInSavepoint(scope, items, (own, term) => extendTerm(own, term, until))
      scope.note(toAuditNote(done, pickEvent, { expireTime: until, failed }))
      return toBatchResult(items.length, failed)
    },

    /**
     * Lets terms expire, or ends them at once; refuses terms as revoking the role or changing the account does. Ending
     * is done before the confirmation, which shows the actual effect and rolls back.
     * @throws 111
     */
    async release(scope: RequestScope, { terms, when }: z.output<typeof termRelease>) {
      requireEditForAccounts(scope.actor, terms)
      const items = uniqueSorted(terms)
      const ended: string[] = []
      const { done, failed } = await runEachInSavepoint(scope, items, async (own, term) => {
        if (when === 'now') ended.push(await endTerm(own, term))
        else await releaseTerm(own, term)
      })
      const result = toBatchResult(items.length, failed)
      if (when === 'now' || scope.origin.dryRun) scope.confirm(toImpact(ended, result))
      scope.note(toAuditNote(done, when === 'now' ? pickEvent : () => releasedEvent, { when, failed }))
      return result
    },
  }
}
