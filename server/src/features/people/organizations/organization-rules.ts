import type { OrganizationImpact } from '@atrium/contract/features/people/organizations/organization-impact.ts'
import {
  maxOrganizationDepth,
  type OrganizationWrite,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { organizationsErrors } from '@atrium/contract/features/people/organizations/organizations.errors.ts'
import { type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { canSeeEverybody, canSeeScopeOrg, roleNamesForOrganizations } from '../../access/authorization/index.ts'
import { organizationMembersRepository as members } from './organization-members.repository.ts'
import { type OrganizationPosition, organizationsRepository as repository, toIds } from './organizations.repository.ts'

/**
 * Position of the parent; null stands for the root.
 * @throws `noParent` also for one of which the caller does not see all members, and `topOutOfScope` at the root for
 *   callers who do not see everybody
 */
export const findParent = async ({ db, actor }: RequestScope, parent: string | null, field = 'parent') => {
  if (parent === null) {
    if (!canSeeEverybody(actor.rows)) throw refusalAt(organizationsErrors.topOutOfScope, field)
    return { id: null, path: '/', status: 1 }
  }
  const position = await repository.findPosition(db, actor.companyId, parent)
  if (!position || !canSeeScopeOrg(actor.rows, { ...position, below: false }))
    throw refusalAt(organizationsErrors.noParent, field)
  return position
}

/** Throws `stopped`: a stopped organisation accepts neither members nor organisations. */
export const refuseStopped = ({ status }: { status: number }, field: string) => {
  if (status === 0) throw refusalAt(organizationsErrors.stopped, field)
}

/** Throws `nameTaken` and `codeTaken`. */
export const refuseTakenNames = async (
  { db, actor }: RequestScope,
  write: Pick<OrganizationWrite, 'name' | 'code'> & { parent: string | null },
  except: string | null,
) => {
  const conflicts = await repository.findConflicts(db, actor.companyId, write, except)
  if (conflicts.some(({ name }) => name.toLowerCase() === write.name.toLowerCase()))
    throw refusalAt(organizationsErrors.nameTaken, 'name')
  if (conflicts.length > 0) throw refusalAt(organizationsErrors.codeTaken, 'code')
}

/** Throws `tooDeep` if the moved subtree would exceed the maximum depth. */
export const refuseTooDeep = (parent: { path: string }, height: number) => {
  if (toIds(parent.path).length + height > maxOrganizationDepth) throw refusalAt(organizationsErrors.tooDeep, 'parent')
}

/** Consequences of a move beyond the tree: users moved on their own, roles they gain and lose, and new leaders. */
type MoveConsequences = { users?: number; rolesGained?: string[]; rolesLost?: string[]; leaders?: string[] }

/**
 * Asks for confirmation of a move.
 * @throws 111 as `confirm` does
 */
export const confirmMove = async (
  { db, actor, confirm }: RequestScope,
  movedOrganizations: readonly Pick<OrganizationPosition, 'name' | 'path'>[],
  into: { path: string },
  { users: extraUsers = 0, rolesGained = [], rolesLost = [], leaders = [] }: MoveConsequences = {},
) => {
  const { companyId } = actor
  const paths = movedOrganizations.map(({ path }) => path)
  const [organizations, users, roles, intoNames] = await Promise.all([
    repository.countWithin(db, companyId, paths),
    members.countWithin(db, companyId, paths),
    roleNamesForOrganizations(db, companyId, paths),
    repository.names(db, companyId, toIds(into.path)),
  ])
  const names = movedOrganizations.map(({ name }) => name)
  confirm({
    names,
    organizations,
    users: users + extraUsers,
    roles,
    rolesLost,
    rolesGained,
    leaders,
    into: intoNames,
  } satisfies OrganizationImpact)
}
