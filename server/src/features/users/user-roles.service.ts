import { rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import type { UserRoles, usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { usersErrors } from '@atrium/contract/features/users/users.errors.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import { orNotFound, personOf, refuseStale } from '../../kernel/db/crud-handlers.ts'
import type { Person } from '../../kernel/db/crud-repository.ts'
import { type Actor, type AuditNote, type Owner, type RequestScope, refusalAt } from '../../kernel/scope.ts'
import { everyElement, givingOf, isAnchorable, seenRows, wornRoles } from '../access/index.ts'
import type { SessionService } from '../session/index.ts'
import { managedUsersRepository as repository } from './managed-users.repository.ts'
import {
  keepingAdministrators,
  refuseForeignAnchors,
  refuseForeignRoles,
  refuseOneself,
  refusePast,
  refuseStronger,
} from './user-rules.ts'
import { usersRepository as users } from './users.repository.ts'

type Wanted = UserRoles['roles']
type Worn = Awaited<ReturnType<typeof wornRoles.of>>[number]

const ownerOf = ({ companyId }: Actor, userId: string) => ({ companyId, userId })
const moment = (time: string | null) => time && new Date(time).toISOString()
const isSame = (worn: Worn, wanted: Wanted[number]) =>
  worn.orgId === wanted.orgId &&
  worn.startTime === moment(wanted.startTime) &&
  worn.expireTime === moment(wanted.expireTime) &&
  worn.reason === wanted.reason

const refuseTimes = ({ startTime, expireTime }: Wanted[number], at: number) => {
  const field = `roles.${at}.expireTime`
  refusePast(expireTime, field)
  if (startTime !== null && expireTime !== null && Date.parse(startTime) >= Date.parse(expireTime))
    throw refusalAt(usersErrors.timesReversed, field)
}

const audited = (worn: readonly Worn[]) => ({
  roles: worn.map(({ roleId, name, orgName, startTime, expireTime, reason }) => ({
    ...{ roleId, name, startTime, expireTime, reason },
    ...(orgName !== null && { organization: orgName }),
  })),
})

/** What of the wish differs from what is worn: what to give, and what to take. */
const differences = (worn: readonly Worn[], { roles, mode }: UserRoles) => {
  const wanted = new Set(roles.map(({ roleId }) => roleId))
  if (mode === 'remove') return { given: [], taken: [...wanted] }
  const given = roles.filter((role) => !worn.some((each) => each.roleId === role.roleId && isSame(each, role)))
  const left = worn.map(({ roleId }) => roleId).filter((id) => !wanted.has(id))
  return { given, taken: mode === 'replace' ? left : [] }
}

type Turn = { before: readonly Worn[]; after: readonly Worn[]; touched: readonly string[] }
/** The same as the timelines of the roles tell it: who came, and who went. A role that is only worn otherwise stays as it is. */
const membersChanged = (account: string, { before, after, touched }: Turn): NonNullable<AuditNote['parts']> => {
  const event = rolesContract.changeMembers.audit.event
  return touched.flatMap((id) => {
    const [was, is] = [before, after].map((worn) => worn.find(({ roleId }) => roleId === id))
    if (!was === !is) return []
    const members = (worn: Worn | undefined) => ({ members: worn ? [account] : [] })
    return { event, entityId: id, entityName: (is ?? was)?.name ?? '', before: members(was), after: members(is) }
  })
}

type Giver = Awaited<ReturnType<typeof wornRoles.givers>>[number]
type EffectiveRights = ReplyOf<typeof usersContract.effective>

const called = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

/** The worn roles an element comes from, each with the nearest role of its line that holds it. */
const viaOf = (givers: readonly Giver[], element: string) => {
  const holding = givers.filter(({ everything, elements }) => everything || elements.includes(element))
  const nearest = new Map(holding.toReversed().map((giver) => [giver.id, giver]))
  return [...nearest.values()].toReversed().map(({ id, name, giverId, giverName, ...way }) => ({
    id,
    name,
    from: giverId === id ? null : { id: giverId, name: giverName },
    org: called(way.orgId, way.orgName),
    anchor: called(way.anchorId, way.anchorName),
  }))
}

/** Lets people wear other roles, and asks whether what that does to them is meant (111). */
type ConfirmWorn = (scope: RequestScope, userIds: readonly string[], change: () => Promise<void>) => Promise<void>

/** Which roles somebody wears, and what they come to. In: the sessions, to let go of what they believe of him. */
export const createUserRoles = (sessions: SessionService, confirmWorn: ConfirmWorn) => ({
  async list({ db, actor }: RequestScope, userId: string) {
    const owner = ownerOf(actor, userId)
    const user = orNotFound(await repository.find(db, actor, userId))
    const [worn, byOrganization, { mayGive }] = await Promise.all([
      wornRoles.of(db, owner),
      wornRoles.byOrganization(db, owner),
      givingOf(db, actor),
    ])
    const roles = await wornRoles.roles(
      db,
      actor.companyId,
      worn.map(({ roleId }) => roleId),
    )
    const known = new Map(roles.map((role) => [role.id, { grantable: mayGive(role), anchorable: isAnchorable(role) }]))
    return {
      assigned: worn.map(({ orgId, orgName, ...role }) => ({
        ...role,
        ...(known.get(role.roleId) ?? { grantable: false, anchorable: false }),
        anchor: called(orgId, orgName),
        grantBy: role.grantBy as unknown as Person | null,
      })),
      byOrganization: byOrganization.map(({ id, name, orgId, orgName }) => ({
        ...{ id, name },
        organization: { id: orgId, name: orgName },
      })),
      version: user.version,
    }
  },

  async assign(scope: RequestScope, userId: string, wish: UserRoles) {
    const { db, actor } = scope
    const owner = ownerOf(actor, userId)
    if (!(await repository.hold(db, actor, userId))) orNotFound(undefined)
    const user = orNotFound(await repository.find(db, actor, userId))
    refuseOneself(actor, userId)
    await refuseStronger(db, actor, userId)
    refuseStale({ id: userId, version: user.version }, wish.version)
    const before = await wornRoles.of(db, owner)
    const { given, taken } = differences(before, wish)
    const givenIds = given.map(({ roleId }) => roleId)
    await refuseForeignRoles(db, actor, { given: givenIds, taken }, 'roles')
    await refuseForeignAnchors(db, actor, given)
    given.forEach(refuseTimes)
    const assigned = () =>
      keepingAdministrators(db, owner, async () => {
        if (taken.length > 0) await wornRoles.take(db, owner, taken)
        for (const role of given) await wornRoles.give(db, owner, role, personOf(scope))
        await users.amend(db, owner, {}, personOf(scope))
      })
    await confirmWorn(scope, [userId], assigned)
    const after = await wornRoles.of(db, owner)
    const parts = membersChanged(user.account, { before, after, touched: [...givenIds, ...taken] })
    scope.note({ entityId: userId, entityName: user.name, before: audited(before), after: audited(after), parts })
    scope.afterCommit(() => sessions.forgetUser(userId))
    return null
  },

  /**
   * Takes a role from somebody, which others who may do so have decided: nobody is asked what he himself may take. Throws
   * `lastAdministrator`. Out: whether he had it.
   */
  async withdraw(
    { db, note, afterCommit }: Pick<RequestScope, 'db' | 'note' | 'afterCommit'>,
    owner: Owner,
    roleId: string,
    by: Person,
  ): Promise<boolean> {
    const { userId } = owner
    const user = await users.hold(db, owner)
    const before = await wornRoles.of(db, owner)
    if (!user || !before.some((worn) => worn.roleId === roleId)) return false
    await keepingAdministrators(db, owner, async () => {
      await wornRoles.take(db, owner, [roleId])
      await users.amend(db, owner, {}, by)
    })
    const after = before.filter((worn) => worn.roleId !== roleId)
    const parts = membersChanged(user.account, { before, after, touched: [roleId] })
    note({ entityId: userId, entityName: user.name, before: audited(before), after: audited(after), parts })
    afterCommit(() => sessions.forgetUser(userId))
    return true
  },

  /** Every right somebody holds now and whose rows he sees, with the roles it comes from. */
  async effective({ db, actor }: RequestScope, userId: string) {
    const owner = ownerOf(actor, userId)
    orNotFound(await repository.find(db, actor, userId))
    const [givers, rows] = await Promise.all([wornRoles.givers(db, owner), seenRows(db, actor.companyId, userId)])
    const everything = givers.some((giver) => giver.everything)
    const held = everything ? await everyElement(db) : [...new Set(givers.flatMap(({ elements }) => elements))].sort()
    const modules: EffectiveRights['modules'] = {}
    for (const element of held) {
      const [module = '', operation = ''] = element.split(':')
      modules[module] = [...(modules[module] ?? []), { operation, via: viaOf(givers, element) }]
    }
    return { everything, modules, rows }
  },
})
export type UserRolesService = ReturnType<typeof createUserRoles>
