import {
  type Term,
  type TermsImpact,
  type termExtension,
  termId,
  type termRelease,
  termsContract,
} from '@atrium/contract/features/terms/terms.contract.ts'
import { termsErrors } from '@atrium/contract/features/terms/terms.errors.ts'
import { type BatchResult, type UserRoles, usersContract } from '@atrium/contract/features/users/users.contract.ts'
import type * as z from 'zod/mini'
import { orNotFound, refuseDepth } from '../../kernel/db/crud-handlers.ts'
import { eachAlone } from '../../kernel/db/each-alone.ts'
import { type Actor, AppError, type AuditNote, type RequestScope } from '../../kernel/scope.ts'
import { wornRoles } from '../access/index.ts'
import { refuseForeignRoles, refuseOneself, refusePast, refuseStronger, requireRight } from '../users/index.ts'
import { termsRepository as repository, type TermsQuery } from './terms.repository.ts'

const editing = 'sysUsers:edit'
const { assignRoles, update } = usersContract
const released = termsContract.releaseTerms.audit.event

/** The users' own ways of giving roles and of ending accounts, with all their rules. */
export type TermsPorts = {
  userRoles: { assign(scope: RequestScope, userId: string, wish: UserRoles): Promise<null> }
  standing: { endAt(scope: RequestScope, userId: string, until: string | 'now'): Promise<void> }
}

/** Always in the same order, so that two calls wait for each other instead of colliding. */
const inOrder = (terms: readonly Term[]) => {
  const named = new Map(terms.map((term) => [termId(term), { id: termId(term), ...term }]))
  return [...named.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
}
const requireFor = (actor: Actor, terms: readonly Term[]) => {
  if (terms.some(({ roleId }) => roleId === null)) requireRight(actor, editing)
}
const isAt = (time: string | null, seen: string) => time !== null && Date.parse(time) === Date.parse(seen)

/** A term as it stands, with its person held. Throws `notFound`, and `changed` when its end is no more what was seen. */
const taken = async ({ db, actor }: RequestScope, { userId, roleId, expireTime }: Term) => {
  const user = orNotFound(await repository.hold(db, actor, userId))
  const worn =
    roleId && (await wornRoles.of(db, { companyId: actor.companyId, userId })).find((each) => each.roleId === roleId)
  const end = roleId === null ? user.expireTime : worn ? worn.expireTime : null
  if (!isAt(end, expireTime)) throw new AppError(termsErrors.changed)
  return { ...user, worn: worn || null }
}

type Done = Awaited<ReturnType<typeof eachAlone<Term & { id: string }>>>['done']
/** What the call did, and the same on the timelines of people and roles. In: the event of what was done to a term. */
const noteOf = (done: Done, eventOf: (term: Term) => string, more: object): AuditNote => ({
  after: { ...more, done: done.map(({ noted }) => noted.entityName) },
  parts: done.flatMap(({ item, noted: { parts = [], ...noted } }) => [{ ...noted, event: eventOf(item) }, ...parts]),
})
const resultOf = (total: number, failed: BatchResult['failed']): BatchResult => ({
  ...{ total, failed },
  ok: total - failed.length,
})

/** What ending these takes from people. */
const impactOf = (ended: readonly string[], result: BatchResult): TermsImpact => {
  const roles = [...Map.groupBy(ended, (role) => role)].filter(([name]) => name !== '')
  return {
    total: result.total,
    refused: result.failed,
    roles: roles.map(([name, of]) => ({ name, users: of.length })),
    accounts: ended.filter((role) => role === '').length,
  }
}

/** Roles and accounts that end: whether they go on. */
export const createTerms = ({ userRoles, standing }: TermsPorts) => {
  /** Whatever is done to a role or an account is told as it is where it is done alone. */
  const eventOf = ({ roleId }: Term) => (roleId === null ? update : assignRoles).audit.event

  const extend = async (scope: RequestScope, term: Term, until: string) => {
    const { version, worn } = await taken(scope, term)
    if (Date.parse(until) <= Date.parse(term.expireTime)) throw new AppError(termsErrors.notLater)
    if (!worn) return standing.endAt(scope, term.userId, until)
    const { roleId, orgId, startTime, reason } = worn
    const roles = [{ roleId, orgId, startTime, reason, expireTime: until }]
    await userRoles.assign(scope, term.userId, { roles, mode: 'add', version })
  }
  /** Out: the role that is over; empty for an account. */
  const end = async (scope: RequestScope, term: Term): Promise<string> => {
    const { version, worn } = await taken(scope, term)
    if (!worn) {
      await standing.endAt(scope, term.userId, 'now')
      return ''
    }
    const roles = [{ roleId: worn.roleId, orgId: null, startTime: null, expireTime: null, reason: '' }]
    await userRoles.assign(scope, term.userId, { roles, mode: 'remove', version })
    return worn.name
  }
  /** Takes nothing yet, and is still for those alone who could take it. */
  const letRunOut = async (scope: RequestScope, term: Term) => {
    const { db, actor, note } = scope
    const { userId, roleId, expireTime } = term
    const { name, worn } = await taken(scope, term)
    refuseOneself(actor, userId)
    await refuseStronger(db, actor, userId)
    if (roleId !== null) await refuseForeignRoles(db, actor, { given: [], taken: [roleId] }, 'terms')
    await repository.release(db, actor.companyId, term)
    note({ entityId: userId, entityName: name, after: { ...(worn && { roles: [worn.name] }), expireTime } })
  }

  return {
    async list({ db, actor }: RequestScope, query: TermsQuery) {
      refuseDepth(query)
      const mayEdit = actor.permissions === 'everything' || actor.permissions.has(editing)
      const page = await repository.list(db, actor, query, mayEdit)
      const data = page.data.map((row) => ({ ...row, id: termId(row), self: row.userId === actor.userId }))
      return { ...page, data }
    },

    /** Throws `timePast`; refuses each as giving the role or changing the account does, and with `changed` and `notLater`. */
    async extend(scope: RequestScope, { terms, until }: z.output<typeof termExtension>) {
      requireFor(scope.actor, terms)
      refusePast(until, 'until')
      const items = inOrder(terms)
      const { done, failed } = await eachAlone(scope, items, (own, term) => extend(own, term, until))
      scope.note(noteOf(done, eventOf, { expireTime: until, failed }))
      return resultOf(items.length, failed)
    },

    /**
     * Lets terms run out, or ends them at once, refusing each as taking the role or changing the account does. Ending them is
     * tried before it is asked about: what is shown is what was done, and undone again. Throws 111 with it.
     */
    async release(scope: RequestScope, { terms, when }: z.output<typeof termRelease>) {
      requireFor(scope.actor, terms)
      const items = inOrder(terms)
      const ended: string[] = []
      const { done, failed } = await eachAlone(scope, items, async (own, term) => {
        if (when === 'now') ended.push(await end(own, term))
        else await letRunOut(own, term)
      })
      const result = resultOf(items.length, failed)
      if (when === 'now' || scope.origin.dryRun) scope.confirm(impactOf(ended, result))
      scope.note(noteOf(done, when === 'now' ? eventOf : () => released, { when, failed }))
      return result
    },
  }
}
