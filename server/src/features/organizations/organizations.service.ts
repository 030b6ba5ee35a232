import {
  maxFinds,
  type OrganizationRow,
  type OrganizationWrite,
  type organizationCreate,
  type organizationSplit,
  type organizationsContract,
} from '@atrium/contract/features/organizations/organizations.contract.ts'
import { organizationsErrors } from '@atrium/contract/features/organizations/organizations.errors.ts'
import type { VisitedOrg } from '@atrium/contract/features/visits/visited-org.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import type * as z from 'zod/mini'
import { orNotFound, personOf, refuseStale } from '../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { namesNobody } from '../../kernel/db/row-scope.ts'
import { maskedMail, maskedPhone } from '../../kernel/masked.ts'
import { type Actor, AppError, type RequestScope, refusalAt } from '../../kernel/scope.ts'
import type { SessionService } from '../session/index.ts'
import { organizationMembersRepository as members } from './organization-members.repository.ts'
import { organizationRolesRepository as roles } from './organization-roles.repository.ts'
import { anchoredRoles, confirmEnd, confirmStatus, refuseRolesOf } from './organization-roles.service.ts'
import { aboveOf, confirmMove, refuseDeep, refuseStopped, refuseTaken } from './organization-rules.ts'
import { idsOf, type Placed, organizationsRepository as repository } from './organizations.repository.ts'

type Query = InputOf<typeof organizationsContract.list>['query']
type Stored = Omit<OrganizationRow, 'orgId' | 'companyId' | 'type' | 'onlyId' | 'found'>

/** Nobody looks at more than so many that stand side by side; the search finds the others. */
const sideBySide = 200

const rowOf = (companyId: string, found: boolean, row: Stored): OrganizationRow => ({
  ...row,
  orgId: row.id,
  companyId,
  type: 'org',
  onlyId: `o:${row.id}`,
  found,
})
const audited = ({ name, code, kind, phone, email, status }: OrganizationWrite) => ({
  ...{ name, code, kind, phone: maskedPhone(phone), email: maskedMail(email) },
  locked: status === 0,
})

const levelOf = async (db: Db, actor: Actor, parent: string | null) => {
  const { companyId } = actor
  const rows = await repository.children(db, actor, parent, sideBySide + 1)
  const data = rows.slice(0, sideBySide).map((row) => rowOf(companyId, true, row))
  return { data, total: data.length, ...(rows.length > sideBySide && { more: true }) }
}
const findsOf = async (db: Db, actor: Actor, search: string) => {
  const { companyId } = actor
  const ids = await repository.finds(db, search, maxFinds + 1)
  const finds = new Set(ids.slice(0, maxFinds))
  const rows = await repository.lines(db, actor, [...finds])
  const data = rows.map((row) => rowOf(companyId, finds.has(row.id), row))
  return { data, total: finds.size, ...(ids.length > maxFinds && { more: true }) }
}

/** The organisations of a company that somebody may switch into; nothing of any other (decision 48). */
type VisitedOrgs = (
  actor: Actor,
  of: { company: string; parent: string | undefined; most: number },
) => Promise<{ data: VisitedOrg[]; total: number }>
export type Trees = { sessions: SessionService; database: Database; visitedOrgs: VisitedOrgs }

/** The tree of a company: who stands below whom. */
export const createOrganizations = ({ sessions, database, visitedOrgs }: Trees) => {
  const find = async ({ db, actor }: RequestScope, id: string) => orNotFound(await repository.find(db, actor, id))
  const placeOf = async ({ db, actor }: RequestScope, id: string) =>
    orNotFound(await repository.placeOf(db, actor.companyId, id))
  const linesOf = async ({ db, actor }: RequestScope, { path }: { path: string }) =>
    (await repository.names(db, actor.companyId, idsOf(path))).join(' / ')
  /** Puts one below another, with all that stands below itself. Throws as `refuseTaken` says. */
  const putBelow = async (
    scope: RequestScope,
    moved: Placed,
    above: { id: string | null; path: string },
    sort: number,
  ) => {
    const { db, actor } = scope
    await refuseTaken(scope, { name: moved.name, code: '', parent: above.id }, moved.id)
    await repository.makeRoom(db, actor.companyId, above.id, { id: moved.id, sort })
    await repository.place(db, actor.companyId, moved.id, { parent: above.id, sort }, personOf(scope))
    await repository.rebase(db, actor.companyId, moved.path, `${above.path}${moved.id}/`)
  }

  return {
    /** The tree of the caller's company, or of one he may switch into; nothing of any other. Searched is his own alone. */
    async list({ actor }: Pick<RequestScope, 'actor'>, { search, parent, company }: Query) {
      const { companyId } = actor
      const above = parent || undefined
      if (company === undefined || company === companyId)
        return database.transact({ reach: 'company', companyId }, (db) =>
          search === '' ? levelOf(db, actor, above ?? null) : findsOf(db, actor, search),
        )
      // Of another company only its tree is shown.
      namesNobody(actor)
      return search === '' ? visitedOrgs(actor, { company, parent: above, most: sideBySide }) : { data: [], total: 0 }
    },

    async get(scope: RequestScope, id: string) {
      const usersWithin = await repository.peopleWithin(scope.db, scope.actor.companyId, id)
      return { ...(await find(scope, id)), usersWithin }
    },

    /** Throws `noParent`, `stopped`, `tooDeep`, `nameTaken` and `codeTaken`. */
    async create(scope: RequestScope, { parent, ...write }: z.output<typeof organizationCreate>) {
      const { db, actor } = scope
      await repository.takeTurn(db, actor.companyId)
      const above = await aboveOf(scope, parent)
      refuseStopped(above, 'parent')
      refuseDeep(above, 1)
      await refuseTaken(scope, { ...write, parent }, null)
      const id = await repository.insert(db, actor.companyId, write, above, personOf(scope))
      const after = { ...audited(write), parent: await linesOf(scope, above) }
      scope.note({ entityId: id, entityName: write.name, after })
      return { id }
    },

    /** Throws `nameTaken`, `codeTaken`, and as `confirmStatus` does. */
    async update(scope: RequestScope, id: string, { version, ...write }: OrganizationWrite & { version: number }) {
      const { db, actor } = scope
      await repository.takeTurn(db, actor.companyId)
      const before = await find(scope, id)
      refuseStale(before, version)
      await refuseTaken(scope, { ...write, parent: before.parent }, id)
      if (write.status !== before.status) await confirmStatus(scope, id, write.status)
      await repository.update(db, actor.companyId, id, write, personOf(scope))
      const was = audited({ ...before, status: before.status === 0 ? 0 : 1 })
      scope.note({ entityId: id, entityName: write.name, before: was, after: audited(write) })
      scope.afterCommit(() => sessions.forgetCompany(actor.companyId))
      return null
    },

    /**
     * Throws `notEmpty` while something stands below it or somebody belongs to it: those go into another first; and as
     * `confirmEnd` does.
     */
    async remove(scope: RequestScope, id: string) {
      const { db, actor } = scope
      await repository.takeTurn(db, actor.companyId)
      const before = await find(scope, id)
      if (!before.leaf || before.users > 0) throw new AppError(organizationsErrors.notEmpty)
      await confirmEnd(scope, id)
      await repository.remove(db, actor.companyId, id)
      scope.note({ entityId: id, entityName: before.name, before: { name: before.name, code: before.code } })
      scope.afterCommit(() => sessions.forgetCompany(actor.companyId))
      return null
    },

    /** Throws `ownDescendant`, `noParent`, `stopped`, `tooDeep` and `nameTaken`. */
    async move(scope: RequestScope, id: string, { parent, sort }: Pick<Placed, 'parent' | 'sort'>) {
      const { db, actor } = scope
      await repository.takeTurn(db, actor.companyId)
      const moved = await placeOf(scope, id)
      const above = await aboveOf(scope, parent)
      if (above.path.startsWith(moved.path)) throw refusalAt(organizationsErrors.ownDescendant, 'parent')
      refuseDeep(above, await repository.height(db, actor.companyId, moved))
      if (parent !== moved.parent) {
        refuseStopped(above, 'parent')
        await confirmMove(scope, [moved], above)
      }
      const before = await linesOf(scope, moved)
      await putBelow(scope, moved, above, sort)
      const after = await linesOf(scope, { path: `${above.path}${id}/` })
      scope.note({ entityId: id, entityName: moved.name, before: { place: before }, after: { place: after } })
      scope.afterCommit(sessions.forgetAll)
      return null
    },

    /** Throws `noParent` and `stopped` at `into`, `intoItself`, `tooDeep` and `nameTaken`. */
    async merge(scope: RequestScope, id: string, into: string) {
      const { db, actor } = scope
      const { companyId } = actor
      await repository.takeTurn(db, companyId)
      const gone = await placeOf(scope, id)
      const target = await aboveOf(scope, into, 'into')
      if (target.path.startsWith(gone.path)) throw refusalAt(organizationsErrors.intoItself, 'into')
      refuseStopped(target, 'into')
      refuseDeep(target, (await repository.height(db, companyId, gone)) - 1)
      const worn = await refuseRolesOf(scope, { from: id, into }, [], 'into')
      await anchoredRoles(scope, id, 'into')
      const leaders = await members.leadingBoth(db, scope.actor, id, into)
      await confirmMove(scope, [gone], target, { ...worn, leaders })
      for (const child of await repository.placedBelow(db, companyId, id))
        await putBelow(scope, child, target, await repository.nextSort(db, companyId, into))
      await members.moveAll(db, companyId, id, into)
      await repository.redirectScopes(db, companyId, id, into)
      await roles.redirectAnchors(db, companyId, id, into)
      await repository.remove(db, companyId, id)
      await members.settleIn(db, companyId, into)
      const after = { place: await linesOf(scope, target) }
      scope.note({ entityId: id, entityName: gone.name, before: { name: gone.name }, after })
      scope.afterCommit(sessions.forgetAll)
      return null
    },

    /** Throws `notBelow`, `nameTaken` and `tooDeep`. */
    async split(scope: RequestScope, id: string, wish: z.output<typeof organizationSplit>) {
      const { db, actor } = scope
      const { companyId } = actor
      await repository.takeTurn(db, companyId)
      const from = await find(scope, id)
      const children = await repository.childrenAmong(db, companyId, id, wish.organizations)
      if (children.length < new Set(wish.organizations).size)
        throw refusalAt(organizationsErrors.notBelow, 'organizations')
      const people = await members.hold(db, actor, wish.users)
      if (people.length < new Set(wish.users).size) throw refusalAt(organizationsErrors.notBelow, 'users')
      const worn = await refuseRolesOf(scope, { from: id }, wish.users, 'users')
      const above = await aboveOf(scope, from.parent)
      const write = { name: wish.name, code: '', kind: from.kind, phone: '', email: '', status: 1 as const }
      await refuseTaken(scope, { ...write, parent: from.parent }, null)
      await confirmMove(scope, children, above, { alone: people.length, ...worn })
      const made = await repository.insert(db, companyId, write, above, personOf(scope))
      const target = { id: made, path: `${above.path}${made}/` }
      for (const [sort, child] of children.entries()) await putBelow(scope, child, target, sort)
      await members.move(db, companyId, id, made, wish.users)
      await members.settle(db, companyId, wish.users)
      const after = {
        name: wish.name,
        organizations: children.map(({ name }) => name),
        members: people.map(({ account }) => account),
      }
      scope.note({ entityId: id, entityName: from.name, after })
      scope.afterCommit(sessions.forgetAll)
      return { id: made }
    },
  }
}
export type OrganizationsService = ReturnType<typeof createOrganizations>
