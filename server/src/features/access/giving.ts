import type { Db } from '../../kernel/db/database.ts'
import type { Actor } from '../../kernel/scope.ts'
import { covers, type RoleRights } from './covers.ts'
import { wornRolesRepository } from './worn-roles.repository.ts'

/** What somebody may give to others: what he holds himself at this moment, and the roles that his own let him give. */
export const givingOf = async (db: Db, actor: Actor) => {
  const [ceiling, assignable] = await Promise.all([
    wornRolesRepository.ceilingOf(db, actor),
    wornRolesRepository.assignableBy(db, actor),
  ])
  return {
    ceiling,
    /** Undefined where nothing but what he holds sets a limit. */
    assignable: ceiling.everything ? undefined : assignable,
    /** Whether he may give and take this role. */
    mayGive: (role: RoleRights & { id: string }): boolean =>
      covers(ceiling, role) && (ceiling.everything || assignable === undefined || assignable.has(role.id)),
  }
}
export type Giving = Awaited<ReturnType<typeof givingOf>>
