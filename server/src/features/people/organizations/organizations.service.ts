import {
  maxSearchResults,
  type OrganizationRow,
  type OrganizationWrite,
  type organizationCreate,
  type organizationSplit,
  type organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { organizationsErrors } from '@atrium/contract/features/people/organizations/organizations.errors.ts'
import type { VisitedOrg } from '@atrium/contract/features/people/organizations/visited-org.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import type * as z from 'zod/mini'
import { assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { maskedMail, maskedPhone } from '../../../kernel/masked.ts'
import type { AskModules } from '../../../kernel/module-hooks.ts'
import { type Actor, AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import { membersWith } from '../../access/authorization/index.ts'
import { skipRowScope } from '../../access/row-scopes/index.ts'
import { assertDictionaryCode } from '../../system/dictionaries/index.ts'
import { refuseRowsBeyond } from '../users/index.ts'
import { withCounts } from './organization-counts.repository.ts'
import { organizationMembersRepository as members } from './organization-members.repository.ts'
import { organizationRolesRepository as roles } from './organization-roles.repository.ts'
import {
  authorizeRoles,
  authorizeScopedRoles,
  confirmRemoval,
  confirmStatusChange,
} from './organization-roles.service.ts'
import { confirmMove, findParent, refuseStopped, refuseTakenNames, refuseTooDeep } from './organization-rules.ts'
import { type OrganizationPosition, organizationsRepository as repository, toIds } from './organizations.repository.ts'

type Query = InputOf<typeof organizationsContract.list>['query']
type StoredRow = Omit<OrganizationRow, 'orgId' | 'companyId' | 'type' | 'onlyId' | 'found'>

/** Larger levels are cut off; the search finds the others. */
const maxSiblings = 200

const toRow = (companyId: string, found: boolean, row: StoredRow): OrganizationRow => ({
  ...row,
  orgId: row.id,
  companyId,
  type: 'org',
  onlyId: `o:${row.id}`,
  found,
})
const assertKind = (db: Db, code: string, before = '') =>
  assertDictionaryCode(db, { group: 'orgKind', code, before, field: 'kind' })
const audited = ({ name, code, kind, phone, email, status }: OrganizationWrite) => ({
  name,
  code,
  kind,
  phone: maskedPhone(phone),
  email: maskedMail(email),
  locked: status === 0,
})

const listLevel = async (db: Db, actor: Actor, parent: string | null) => {
  const { companyId } = actor
  const rows = await repository.children(db, actor, parent, maxSiblings + 1)
  const shown = await withCounts(db, companyId, rows.slice(0, maxSiblings))
  const data = shown.map((row) => toRow(companyId, true, row))
  return { data, total: data.length, ...(rows.length > maxSiblings && { more: true }) }
}
const searchTree = async (db: Db, actor: Actor, search: string) => {
  const { companyId } = actor
  const ids = await repository.searchIds(db, search, maxSearchResults + 1)
  const foundIds = new Set(ids.slice(0, maxSearchResults))
  const rows = await repository.withAncestors(db, actor, [...foundIds])
  const counted = await withCounts(db, companyId, rows)
  const data = counted.map((row) => toRow(companyId, foundIds.has(row.id), row))
  return { data, total: foundIds.size, ...(ids.length > maxSearchResults && { more: true }) }
}

/** Organisations of a company the caller can switch into; empty for other companies (decision 48). */
type ListVisitedOrgs = (
  actor: Actor,
  of: { company: string; parent: string | undefined; max: number },
) => Promise<{ data: VisitedOrg[]; total: number }>
export type TreeDependencies = {
  sessions: SessionEnder
  database: Database
  visitedOrgs: ListVisitedOrgs
  askModules: AskModules
}

/** The organisation tree of a company. */
export const createOrganizations = ({ sessions, database, visitedOrgs, askModules }: TreeDependencies) => {
  const find = async ({ db, actor }: RequestScope, id: string) => {
    const found = orNotFound(await repository.find(db, actor, id))
    const [counted] = await withCounts(db, actor.companyId, [found])
    return orNotFound(counted)
  }
  const getPosition = async ({ db, actor }: RequestScope, id: string) =>
    orNotFound(await repository.findPosition(db, actor.companyId, id))
  const pathText = async ({ db, actor }: RequestScope, { path }: { path: string }) =>
    (await repository.names(db, actor.companyId, toIds(path))).join(' / ')
  /**
   * Moves a subtree below another parent.
   * @throws as `refuseTakenNames` does
   */
  const moveBelow = async (
    scope: RequestScope,
    organization: OrganizationPosition,
    parent: { id: string | null; path: string },
    sort: number,
  ) => {
    const { db, actor } = scope
    await refuseTakenNames(scope, { name: organization.name, code: '', parent: parent.id }, organization.id)
    await repository.shiftSiblings(db, actor.companyId, parent.id, { id: organization.id, sort })
    await repository.setPosition(db, actor.companyId, organization.id, { parent: parent.id, sort }, toAuthor(scope))
    await repository.rebase(db, actor.companyId, organization.path, `${parent.path}${organization.id}/`)
  }

  return {
    /**
     * The tree of the caller's company, or of one they can switch into; empty for other companies. Search covers the
     * caller's company only.
     */
    async list({ actor }: Pick<RequestScope, 'actor'>, { search, parent, company }: Query) {
      const { companyId } = actor
      const above = parent || undefined
      if (company === undefined || company === companyId)
        return database.transact({ reach: 'company', companyId }, (db) =>
          search === '' ? listLevel(db, actor, above ?? null) : searchTree(db, actor, search),
        )
      // Trees of other companies contain no users.
      skipRowScope(actor)
      return search === '' ? visitedOrgs(actor, { company, parent: above, max: maxSiblings }) : { data: [], total: 0 }
    },

    get: (scope: RequestScope, id: string) => find(scope, id),

    /** Throws `noParent`, `stopped`, `tooDeep`, `nameTaken`, `codeTaken` and `noSuchCode`. */
    async create(scope: RequestScope, { parent, ...write }: z.output<typeof organizationCreate>) {
      const { db, actor } = scope
      await repository.lockTree(db, actor.companyId)
      const above = await findParent(scope, parent)
      refuseStopped(above, 'parent')
      refuseTooDeep(above, 1)
      await assertKind(db, write.kind)
      await refuseTakenNames(scope, { ...write, parent }, null)
      const id = await repository.insert(db, actor.companyId, write, above, toAuthor(scope))
      const after = { ...audited(write), parent: await pathText(scope, above) }
      scope.note({ entityId: id, entityName: write.name, after })
      return { id }
    },

    /** Throws `nameTaken`, `codeTaken`, `noSuchCode`, and as `confirmStatusChange` does. */
    async update(scope: RequestScope, id: string, { version, ...write }: OrganizationWrite & { version: number }) {
      const { db, actor } = scope
      await repository.lockTree(db, actor.companyId)
      const before = await find(scope, id)
      assertVersion(before, version)
      await assertKind(db, write.kind, before.kind)
      await refuseTakenNames(scope, { ...write, parent: before.parent }, id)
      if (write.status !== before.status) await confirmStatusChange(scope, id, write.status)
      await repository.update(db, actor.companyId, id, write, toAuthor(scope))
      const was = audited({ ...before, status: before.status === 0 ? 0 : 1 })
      scope.note({ entityId: id, entityName: write.name, before: was, after: audited(write) })
      scope.afterCommit(() => sessions.forgetCompany(actor.companyId))
      return null
    },

    /** Throws `notEmpty` if it has children or members, which must be merged first, and as `confirmRemoval` does. */
    async remove(scope: RequestScope, id: string) {
      const { db, actor } = scope
      await repository.lockTree(db, actor.companyId)
      const before = await find(scope, id)
      if (!before.leaf || before.users > 0) throw new AppError(organizationsErrors.notEmpty)
      const change = { event: 'organization.removed', id, name: before.name, companies: [actor.companyId] } as const
      await confirmRemoval(scope, id, await askModules(scope, change))
      await repository.remove(db, actor.companyId, id)
      scope.note({ entityId: id, entityName: before.name, before: { name: before.name, code: before.code } })
      scope.afterCommit(() => sessions.forgetCompany(actor.companyId))
      return null
    },

    /** Throws `ownDescendant`, `noParent`, `stopped`, `tooDeep` and `nameTaken`. */
    async move(scope: RequestScope, id: string, { parent, sort }: Pick<OrganizationPosition, 'parent' | 'sort'>) {
      const { db, actor } = scope
      await repository.lockTree(db, actor.companyId)
      const organization = await getPosition(scope, id)
      const above = await findParent(scope, parent)
      if (above.path.startsWith(organization.path)) throw refusalAt(organizationsErrors.ownDescendant, 'parent')
      refuseTooDeep(above, await repository.height(db, actor.companyId, organization))
      if (parent !== organization.parent) {
        refuseStopped(above, 'parent')
        await confirmMove(scope, [organization], above)
      }
      const before = await pathText(scope, organization)
      await moveBelow(scope, organization, above, sort)
      const after = await pathText(scope, { path: `${above.path}${id}/` })
      scope.note({ entityId: id, entityName: organization.name, before: { place: before }, after: { place: after } })
      scope.afterCommit(sessions.forgetAll)
      return null
    },

    /** Throws `noParent` and `stopped` at `into`, `intoItself`, `rowsBeyond`, `tooDeep` and `nameTaken`. */
    async merge(scope: RequestScope, id: string, into: string) {
      const { db, actor } = scope
      const { companyId } = actor
      await repository.lockTree(db, companyId)
      const source = await getPosition(scope, id)
      const target = await findParent(scope, into, 'into')
      if (target.path.startsWith(source.path)) throw refusalAt(organizationsErrors.intoItself, 'into')
      refuseStopped(target, 'into')
      refuseTooDeep(target, (await repository.height(db, companyId, source)) - 1)
      const roleChanges = await authorizeRoles(scope, { from: id, into }, [], 'into')
      await authorizeScopedRoles(scope, id, 'into')
      await refuseRowsBeyond(db, actor, { joined: membersWith(companyId, id, [into]) }, 'into')
      const leaders = await members.newLeaders(db, scope.actor, id, into)
      await confirmMove(scope, [source], target, { ...roleChanges, leaders })
      for (const child of await repository.childPositions(db, companyId, id))
        await moveBelow(scope, child, target, await repository.nextSort(db, companyId, into))
      await members.copyAll(db, companyId, id, into)
      await repository.redirectScopes(db, companyId, id, into)
      await roles.redirectScopeOrgs(db, companyId, id, into)
      await repository.remove(db, companyId, id)
      await members.ensurePrimaryOfMembers(db, companyId, into)
      const after = { place: await pathText(scope, target) }
      scope.note({ entityId: id, entityName: source.name, before: { name: source.name }, after })
      scope.afterCommit(sessions.forgetAll)
      return null
    },

    /** Throws `notBelow`, `nameTaken` and `tooDeep`. */
    async split(scope: RequestScope, id: string, request: z.output<typeof organizationSplit>) {
      const { db, actor } = scope
      const { companyId } = actor
      await repository.lockTree(db, companyId)
      const from = await find(scope, id)
      const children = await repository.childrenAmong(db, companyId, id, request.organizations)
      if (children.length < new Set(request.organizations).size)
        throw refusalAt(organizationsErrors.notBelow, 'organizations')
      const people = await members.hold(db, actor, request.users)
      if (people.length < new Set(request.users).size) throw refusalAt(organizationsErrors.notBelow, 'users')
      const roleChanges = await authorizeRoles(scope, { from: id }, request.users, 'users')
      const above = await findParent(scope, from.parent)
      const write = { name: request.name, code: '', kind: from.kind, phone: '', email: '', status: 1 as const }
      await refuseTakenNames(scope, { ...write, parent: from.parent }, null)
      await confirmMove(scope, children, above, { users: people.length, ...roleChanges })
      const newId = await repository.insert(db, companyId, write, above, toAuthor(scope))
      const target = { id: newId, path: `${above.path}${newId}/` }
      for (const [sort, child] of children.entries()) await moveBelow(scope, child, target, sort)
      await members.move(db, companyId, id, newId, request.users)
      await members.ensurePrimary(db, companyId, request.users)
      const after = {
        name: request.name,
        organizations: children.map(({ name }) => name),
        members: people.map(({ account }) => account),
      }
      scope.note({ entityId: id, entityName: from.name, after })
      scope.afterCommit(sessions.forgetAll)
      return { id: newId }
    },
  }
}
export type OrganizationsService = ReturnType<typeof createOrganizations>
