import type { OrganizationRolesImpact } from '@atrium/contract/features/organizations/organizations.contract.ts'
import { organizationsErrors } from '@atrium/contract/features/organizations/organizations.errors.ts'
import { orNotFound, personOf, refuseStale } from '../../kernel/db/crud-handlers.ts'
import { type RequestScope, refusalAt } from '../../kernel/scope.ts'
import { wornRoles } from '../access/index.ts'
import type { SessionService } from '../session/index.ts'
import { refuseForeignRoles, refuseOneself } from '../users/index.ts'
import { organizationMembersRepository as members } from './organization-members.repository.ts'
import { organizationRolesRepository as repository } from './organization-roles.repository.ts'
import { organizationsRepository } from './organizations.repository.ts'

const names = (roles: readonly { name: string }[]) => roles.map(({ name }) => name)
/** An organisation that is stopped has roles and gives them to nobody. */
const isWorn = ({ status }: { status: number }) => status === 1

/**
 * Whoever lets people into an organisation or out of it gives or takes its roles: throws unless he may, and `oneself` where
 * that would be himself. In: the organisations they leave and enter. Out: what the roles are called that are given and taken.
 */
export const refuseRolesOf = async (
  { db, actor }: Pick<RequestScope, 'db' | 'actor'>,
  { from, into }: { from: string; into?: string },
  people: readonly string[],
  field: string,
) => {
  const rolesOf = (id: string | undefined) => (id !== undefined ? repository.of(db, actor.companyId, id) : [])
  const [left, entered] = [await rolesOf(from), await rolesOf(into)]
  const [lost, gained] = [left.filter(isWorn), entered.filter(isWorn)]
  const given = gained.filter(({ id }) => !lost.some((role) => role.id === id))
  const taken = lost.filter(({ id }) => !gained.some((role) => role.id === id))
  const ids = [...left, ...entered].map(({ id }) => id)
  if (ids.length > 0 && people.includes(actor.userId)) refuseOneself(actor, actor.userId)
  // A role that was stopped meanwhile comes along all the same: it gives nothing until it is opened again.
  await refuseForeignRoles(db, actor, { given: [], taken: [...new Set(ids)] }, field)
  return { given: names(given), taken: names(taken) }
}

/**
 * Stopping an organisation takes its roles from who belongs to it, and letting it go on gives them back: that is shown
 * first (111). Throws as `refuseForeignRoles` says, and `oneself` where the caller belongs to it.
 */
export const confirmStatus = async ({ db, actor, confirm }: RequestScope, id: string, status: 0 | 1) => {
  const { companyId } = actor
  const roles = await repository.of(db, companyId, id)
  if (roles.length === 0) return
  if (await members.find(db, companyId, id, actor.userId)) refuseOneself(actor, actor.userId)
  await refuseForeignRoles(db, actor, { given: [], taken: roles.map((role) => role.id) }, 'status')
  const users = await repository.wearers(db, companyId, id)
  const [given, taken] = status === 1 ? [names(roles), []] : [[], names(roles)]
  if (users > 0) confirm({ given, taken, users } satisfies OrganizationRolesImpact)
}

/** The roles that people were given for an organisation alone. Throws as `refuseForeignRoles` says: they end or go elsewhere. */
export const anchoredRoles = async ({ db, actor }: RequestScope, id: string, field: string) => {
  const roles = await repository.anchored(db, actor.companyId, id)
  await refuseForeignRoles(db, actor, { given: [], taken: roles.map((role) => role.id) }, field)
  return roles
}

/** Shows which roles end with an organisation, if any do. Throws 111 as `confirm` does, and as `anchoredRoles` says. */
export const confirmEnd = async (scope: RequestScope, id: string) => {
  const roles = await anchoredRoles(scope, id, 'id')
  const users = roles[0]?.users ?? 0
  if (users > 0 || scope.origin.dryRun)
    scope.confirm({ given: [], taken: names(roles), users } satisfies OrganizationRolesImpact)
}

/** Which roles come with belonging to an organisation. */
export const createOrganizationRoles = (sessions: SessionService) => ({
  /** Throws as `refuseForeignRoles` says, `keeperRole`, and `oneself` for an organisation the caller belongs to. */
  async replace(scope: RequestScope, id: string, { roleIds, version }: { roleIds: string[]; version: number }) {
    const { db, actor } = scope
    const { companyId } = actor
    await organizationsRepository.takeTurn(db, companyId)
    const organization = orNotFound(await organizationsRepository.placeOf(db, companyId, id))
    refuseStale(organization, version)
    const before = await repository.of(db, companyId, id)
    const given = [...new Set(roleIds)].filter((roleId) => !before.some((role) => role.id === roleId))
    const taken = before.filter((role) => !roleIds.includes(role.id))
    if (await members.find(db, companyId, id, actor.userId)) refuseOneself(actor, actor.userId)
    const takenIds = taken.map((role) => role.id)
    await refuseForeignRoles(db, actor, { given, taken: takenIds }, 'roleIds')
    const roles = await wornRoles.roles(db, companyId, given)
    // Somebody has to look after a company by himself: that must not hang on where he belongs.
    if (roles.some(({ type, everything }) => type === 'builtin' || everything))
      throw refusalAt(organizationsErrors.keeperRole, 'roleIds')
    const users = isWorn(organization) ? await repository.wearers(db, companyId, id) : 0
    scope.confirm({ given: names(roles), taken: names(taken), users } satisfies OrganizationRolesImpact)
    await repository.take(db, companyId, id, takenIds)
    await repository.give(db, companyId, id, given, personOf(scope))
    await organizationsRepository.touch(db, companyId, id, personOf(scope))
    const after = { roles: names(await repository.of(db, companyId, id)) }
    scope.note({ entityId: id, entityName: organization.name, before: { roles: names(before) }, after })
    scope.afterCommit(() => sessions.forgetCompany(companyId))
    return null
  },
})
export type OrganizationRolesService = ReturnType<typeof createOrganizationRoles>
