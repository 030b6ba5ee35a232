import type { UserRoles } from '@atrium/contract/features/users/users.contract.ts'
import { usersErrors } from '@atrium/contract/features/users/users.errors.ts'
import { orNotFound, personOf, refuseStale } from '../../kernel/db/crud-handlers.ts'
import type { Person } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Actor, RequestScope } from '../../kernel/scope.ts'
import { covers, everyElement, wornRoles } from '../access/index.ts'
import type { SessionService } from '../session/index.ts'
import { managedUsersRepository as repository } from './managed-users.repository.ts'
import { keepingAdministrators, refusalAt, refuseOneself, refusePast, refuseStronger } from './user-rules.ts'
import { usersRepository as users } from './users.repository.ts'

type Wanted = UserRoles['roles']
type Worn = Awaited<ReturnType<typeof wornRoles.of>>[number]

const ownerOf = ({ companyId }: Actor, userId: string) => ({ companyId, userId })
const moment = (time: string | null) => time && new Date(time).toISOString()
const isSame = (worn: Worn, wanted: Wanted[number]) =>
  worn.startTime === moment(wanted.startTime) &&
  worn.expireTime === moment(wanted.expireTime) &&
  worn.reason === wanted.reason

/** Throws `noSuchRole` and `beyondOwnRights` unless the caller may give or take each of these roles. */
export const refuseForeignRoles = async (db: Db, actor: Actor, roleIds: readonly string[], field: string) => {
  if (roleIds.length === 0) return
  const known = new Map((await wornRoles.roles(db, actor.companyId)).map((role) => [role.id, role]))
  for (const id of roleIds) {
    const role = known.get(id)
    if (!role) throw refusalAt(usersErrors.noSuchRole, field)
    if (!covers(actor.permissions, role)) throw refusalAt(usersErrors.beyondOwnRights, field)
  }
}

const refuseTimes = ({ startTime, expireTime }: Wanted[number], at: number) => {
  const field = `roles.${at}.expireTime`
  refusePast(expireTime, field)
  if (startTime !== null && expireTime !== null && Date.parse(startTime) >= Date.parse(expireTime))
    throw refusalAt(usersErrors.timesReversed, field)
}

const audited = (worn: readonly Worn[]) =>
  worn.map(({ roleId, name, startTime, expireTime, reason }) => ({ roleId, name, startTime, expireTime, reason }))

/** What of the wish differs from what is worn: what to give, and what to take. */
const differences = (worn: readonly Worn[], { roles, mode }: UserRoles) => {
  const wanted = new Set(roles.map(({ roleId }) => roleId))
  if (mode === 'remove') return { given: [], taken: [...wanted] }
  const given = roles.filter((role) => !worn.some((each) => each.roleId === role.roleId && isSame(each, role)))
  const left = worn.map(({ roleId }) => roleId).filter((id) => !wanted.has(id))
  return { given, taken: mode === 'replace' ? left : [] }
}

/** Which roles somebody wears, and what they come to. */
export const createUserRoles = (sessions: SessionService) => ({
  async list({ db, actor }: RequestScope, userId: string) {
    const owner = ownerOf(actor, userId)
    const user = orNotFound(await repository.find(db, actor, userId))
    const [worn, all] = await Promise.all([wornRoles.of(db, owner), wornRoles.roles(db, actor.companyId)])
    const grantable = (role: { everything: boolean; elements: string[] }) => covers(actor.permissions, role)
    return {
      assigned: worn.map((role) => ({
        ...role,
        grantBy: role.grantBy as unknown as Person | null,
        grantable: grantable(role),
      })),
      available: all.map((role) => ({ roleId: role.id, name: role.name, grantable: grantable(role) })),
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
    await refuseForeignRoles(db, actor, [...given.map(({ roleId }) => roleId), ...taken], 'roles')
    given.forEach(refuseTimes)
    await keepingAdministrators(db, owner, async () => {
      if (taken.length > 0) await wornRoles.take(db, owner, taken)
      for (const role of given) await wornRoles.give(db, owner, role, personOf(scope))
      await users.amend(db, owner, {}, personOf(scope))
    })
    const after = audited(await wornRoles.of(db, owner))
    scope.note({ entityId: userId, entityName: user.name, before: audited(before), after })
    scope.afterCommit(() => sessions.forgetUser(userId))
    return null
  },

  /** Every right somebody holds now, with the roles it comes from. */
  async effective({ db, actor }: RequestScope, userId: string) {
    const owner = ownerOf(actor, userId)
    orNotFound(await repository.find(db, actor, userId))
    const roles = (await wornRoles.of(db, owner)).filter(({ inForce }) => inForce)
    const everything = roles.some((role) => role.everything)
    const held = everything ? await everyElement(db) : [...new Set(roles.flatMap(({ elements }) => elements))].sort()
    const modules: Record<string, { operation: string; via: { id: string; name: string }[] }[]> = {}
    for (const element of held) {
      const [module = '', operation = ''] = element.split(':')
      const via = roles
        .filter((role) => role.everything || role.elements.includes(element))
        .map(({ roleId, name }) => ({ id: roleId, name }))
      modules[module] = [...(modules[module] ?? []), { operation, via }]
    }
    return { everything, modules }
  },
})
export type UserRolesService = ReturnType<typeof createUserRoles>
