import type {
  OrganizationRemoval,
  OrganizationRolesImpact,
} from '@atrium/contract/features/people/organizations/organization-impact.ts'
import { organizationsErrors } from '@atrium/contract/features/people/organizations/organizations.errors.ts'
import { assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { AskedModules } from '../../../kernel/module-hooks.ts'
import { type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import { membersWith, roleAssignments } from '../../access/authorization/index.ts'
import { refuseForeignRoles, refuseOneself, refuseRowsBeyond } from '../users/index.ts'
import { organizationMembersRepository as members } from './organization-members.repository.ts'
import { organizationRolesRepository as repository } from './organization-roles.repository.ts'
import { organizationsRepository } from './organizations.repository.ts'

const names = (roles: readonly { name: string }[]) => roles.map(({ name }) => name)
/** A stopped organisation keeps its roles but grants none. */
const grantsRoles = ({ status }: { status: number }) => status === 1

/**
 * Authorizes adding or removing members, which grants or revokes the organisation's roles: throws as
 * `refuseForeignRoles` does, and `oneself` for the caller.
 * @returns the names of roles gained and lost by going `from` one organisation `into` another
 */
export const authorizeRoles = async (
  { db, actor }: Pick<RequestScope, 'db' | 'actor'>,
  { from, into }: { from: string; into?: string },
  people: readonly string[],
  field: string,
) => {
  const listRoles = (id: string | undefined) => (id !== undefined ? repository.of(db, actor.companyId, id) : [])
  const [fromRoles, intoRoles] = [await listRoles(from), await listRoles(into)]
  const [activeFrom, activeInto] = [fromRoles.filter(grantsRoles), intoRoles.filter(grantsRoles)]
  const rolesGained = activeInto.filter(({ id }) => !activeFrom.some((role) => role.id === id))
  const rolesLost = activeFrom.filter(({ id }) => !activeInto.some((role) => role.id === id))
  const ids = [...fromRoles, ...intoRoles].map(({ id }) => id)
  if (ids.length > 0) for (const id of people) refuseOneself(actor, id)
  // Stopped roles are checked as revoked: they grant nothing until they are started again.
  await refuseForeignRoles(db, actor, { granted: [], revoked: [...new Set(ids)] }, field)
  return { rolesGained: names(rolesGained), rolesLost: names(rolesLost) }
}

/**
 * Stopping an organisation revokes its roles from the members, starting it grants them again; asks for confirmation
 * (111).
 * @throws as `refuseForeignRoles` does, `rowsBeyond`, and `oneself` if the caller is a member
 */
export const confirmStatusChange = async ({ db, actor, confirm }: RequestScope, id: string, status: 0 | 1) => {
  const { companyId } = actor
  const roles = await repository.of(db, companyId, id)
  if (roles.length === 0) return
  if (await members.find(db, companyId, id, actor.userId)) refuseOneself(actor, actor.userId)
  const ids = roles.map((role) => role.id)
  await refuseForeignRoles(db, actor, { granted: [], revoked: ids }, 'status')
  if (status === 1) await refuseRowsBeyond(db, actor, { roles: membersWith(companyId, id, ids) }, 'status')
  const users = await repository.countAssignees(db, companyId, id)
  const [given, taken] = status === 1 ? [names(roles), []] : [[], names(roles)]
  if (users > 0) confirm({ given, taken, users } satisfies OrganizationRolesImpact)
}

/**
 * Roles assigned with this organisation scope.
 * @throws as `refuseForeignRoles` does, because the assignments end or move
 */
export const authorizeScopedRoles = async ({ db, actor }: RequestScope, id: string, field: string) => {
  const roles = await repository.scopedTo(db, actor.companyId, id)
  await refuseForeignRoles(db, actor, { granted: [], revoked: roles.map((role) => role.id) }, field)
  return roles
}

/**
 * Asks for confirmation if assignments end with the organisation.
 * @throws 111 as `confirm` does, as `authorizeScopedRoles` does, and the refusal of a module
 */
export const confirmRemoval = async (
  scope: RequestScope,
  id: string,
  { concerns: modules, settle }: AskedModules,
): Promise<void> => {
  const roles = await authorizeScopedRoles(scope, id, 'id')
  const users = roles[0]?.users ?? 0
  if (users > 0 || modules.length > 0 || scope.origin.dryRun)
    scope.confirm({ taken: names(roles), users, modules } satisfies OrganizationRemoval)
  await settle()
}

/** Roles that membership in an organisation grants. */
export const createOrganizationRoles = (sessions: SessionEnder) => ({
  /** Throws as `refuseForeignRoles` does, `rowsBeyond`, `keeperRole`, and `oneself` if the caller is a member. */
  async replace(scope: RequestScope, id: string, { roleIds, version }: { roleIds: string[]; version: number }) {
    const { db, actor } = scope
    const { companyId } = actor
    await organizationsRepository.lockTree(db, companyId)
    const organization = orNotFound(await organizationsRepository.findPosition(db, companyId, id))
    assertVersion(organization, version)
    const before = await repository.of(db, companyId, id)
    const granted = [...new Set(roleIds)].filter((roleId) => !before.some((role) => role.id === roleId))
    const revoked = before.filter((role) => !roleIds.includes(role.id))
    if (await members.find(db, companyId, id, actor.userId)) refuseOneself(actor, actor.userId)
    const revokedIds = revoked.map((role) => role.id)
    await refuseForeignRoles(db, actor, { granted, revoked: revokedIds }, 'roleIds')
    await refuseRowsBeyond(db, actor, { roles: membersWith(companyId, id, granted) }, 'roleIds')
    const roles = await roleAssignments.roles(db, companyId, granted)
    // Administrator roles are assigned to users directly: the last administrator must not depend on a membership.
    if (roles.some(({ type, everything }) => type === 'builtin' || everything))
      throw refusalAt(organizationsErrors.keeperRole, 'roleIds')
    const users = grantsRoles(organization) ? await repository.countAssignees(db, companyId, id) : 0
    scope.confirm({ given: names(roles), taken: names(revoked), users } satisfies OrganizationRolesImpact)
    await repository.revoke(db, companyId, id, revokedIds)
    await repository.grant(db, companyId, id, granted, toAuthor(scope))
    await organizationsRepository.touch(db, companyId, id, toAuthor(scope))
    const after = { roles: names(await repository.of(db, companyId, id)) }
    scope.note({ entityId: id, entityName: organization.name, before: { roles: names(before) }, after })
    scope.afterCommit(() => sessions.forgetCompany(companyId))
    return null
  },
})
export type OrganizationRolesService = ReturnType<typeof createOrganizationRoles>
