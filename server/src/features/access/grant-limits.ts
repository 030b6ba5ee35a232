import { maxOptions } from '@atrium/contract/kernel/autocomplete.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Actor, RequestScope } from '../../kernel/scope.ts'
import { isAnchorable } from './anchors.ts'
import { covers, type RoleRights, type RowScope } from './covers.ts'
import { wornRolesRepository } from './worn-roles.repository.ts'

/** Somebody, as far as what he may give depends on it. */
export type Giver = Pick<Actor, 'companyId' | 'userId' | 'permissions' | 'rows' | 'acting'>

/** What a guest has in both companies; he wears no role in the one he acts in. */
const guestCeiling = ({ permissions, rows, acting }: Giver): RoleRights => {
  const isWide = rows === 'all' || rows.some(({ wide, rules }) => wide && rules.length === 0)
  const rowScopes: RowScope[] = [{ dataScope: isWide ? 'company' : 'self', dataOrgIds: [] }]
  const elements = permissions === 'everything' ? [] : [...permissions]
  return { everything: false, elements, menus: acting?.menus ?? [], rowScopes }
}

/** What somebody holds at this moment, here: as much as he may give, and as strong as he is. */
export const ceilingOf = async (db: Db, actor: Giver): Promise<RoleRights> =>
  actor.acting ? guestCeiling(actor) : wornRolesRepository.ceilingOf(db, actor)

/** What somebody may give to others: what he holds himself at this moment, and the roles that his own let him give. */
export const givingOf = async (db: Db, actor: Giver) => {
  const [ceiling, assignable] = await Promise.all([ceilingOf(db, actor), wornRolesRepository.assignableBy(db, actor)])
  return {
    ceiling,
    /** Undefined where nothing but what he holds sets a limit. */
    assignable: ceiling.everything ? undefined : assignable,
    /** Whether he may give and take this role. */
    mayGive: (role: RoleRights & { id: string }): boolean =>
      covers(ceiling, role) && (ceiling.everything || assignable === undefined || assignable.has(role.id)),
  }
}

/** The first roles whose name has these words in it, and the one that is chosen, each with whether the caller may give it. */
export const offeredRoles = async ({ db, actor }: RequestScope, chosen: string, keyword: string) => {
  const [roles, { mayGive }] = await Promise.all([
    wornRolesRepository.offered(db, actor.companyId, { search: keyword, id: chosen, most: maxOptions }),
    givingOf(db, actor),
  ])
  return roles.map((role) => ({
    value: role.id,
    label: role.name,
    extra: { grantable: role.status === 1 && mayGive(role), anchorable: isAnchorable(role) },
  }))
}
export type Giving = Awaited<ReturnType<typeof givingOf>>
