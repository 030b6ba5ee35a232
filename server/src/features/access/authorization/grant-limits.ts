import { maxOptions } from '@atrium/contract/kernel/autocomplete.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Actor, RequestScope } from '../../../kernel/scope.ts'
import { roleAssignmentsRepository } from './role-assignments.repository.ts'
import { canGrant, type RoleRights, type RowScope } from './role-rights.ts'
import { canHaveScopeOrg } from './scope-orgs.ts'

declare module '../../../kernel/scope.ts' {
  interface Acting {
    /** Ids of menus that the actor has at home and the visited company's plan allows. */
    menus: readonly string[]
  }
}

/** The actor's properties that limit what they can grant. */
export type Grantor = Pick<Actor, 'companyId' | 'userId' | 'onBehalfOf' | 'permissions' | 'rows' | 'acting'>

/** Whose roles count: an application has none and acts within those of its owner. */
const toAssignee = ({ companyId, userId, onBehalfOf = userId }: Grantor) => ({ companyId, userId: onBehalfOf })

/** A guest holds no role in the company they visit; the ceiling comes from their rights at home within its plan. */
const guestCeiling = ({ permissions, rows, acting }: Grantor): RoleRights => {
  const isWide = rows === 'all' || rows.some(({ wide, rules }) => wide && rules.length === 0)
  const rowScopes: RowScope[] = [{ dataScope: isWide ? 'company' : 'self', dataOrgIds: [] }]
  const elements = permissions === 'everything' ? [] : [...permissions]
  return { everything: false, elements, menus: acting?.menus ?? [], rowScopes }
}

/** Rights the actor currently holds here, the upper limit of what they can grant. */
export const readCeiling = async (db: Db, actor: Grantor): Promise<RoleRights> =>
  actor.acting ? guestCeiling(actor) : roleAssignmentsRepository.readCeiling(db, toAssignee(actor))

/** Limits of what the actor can grant: their current rights, and the roles their own roles allow them to assign. */
export const readGrantLimits = async (db: Db, actor: Grantor) => {
  const [ceiling, assignable] = await Promise.all([
    readCeiling(db, actor),
    roleAssignmentsRepository.assignableBy(db, toAssignee(actor)),
  ])
  return {
    ceiling,
    /** Undefined if only the ceiling limits. */
    assignable: ceiling.everything ? undefined : assignable,
    /** Whether the actor can assign and revoke this role. */
    canAssign: (role: RoleRights & { id: string }): boolean =>
      canGrant(ceiling, role) && (ceiling.everything || assignable === undefined || assignable.has(role.id)),
  }
}

/** The first roles whose name matches, and the chosen one, each with whether the caller can assign it. */
export const findRoleOptions = async ({ db, actor }: RequestScope, chosen: string, keyword: string) => {
  const [roles, { canAssign }] = await Promise.all([
    roleAssignmentsRepository.findRoles(db, actor.companyId, { search: keyword, id: chosen, limit: maxOptions }),
    readGrantLimits(db, actor),
  ])
  return roles.map((role) => ({
    value: role.id,
    label: role.name,
    extra: { grantable: role.status === 1 && canAssign(role), anchorable: canHaveScopeOrg(role) },
  }))
}
export type GrantLimits = Awaited<ReturnType<typeof readGrantLimits>>
