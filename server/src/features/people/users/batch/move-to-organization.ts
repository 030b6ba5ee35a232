import type { RequestedMembership } from '@atrium/contract/features/people/users/assignments.ts'
import type { UserRow } from '@atrium/contract/features/people/users/users.contract.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { orNotFound, toAuthor } from '../../../../kernel/db/crud-handlers.ts'
import { throwFirst } from '../../../../kernel/refusals.ts'
import { AppError, type RequestScope } from '../../../../kernel/scope.ts'
import type { SessionEnder } from '../../../../kernel/session-ender.ts'
import { managedUsersRepository as repository } from '../listing/managed-users.repository.ts'
import { usersRepository as users } from '../users.repository.ts'
import type { PlanMemberships } from '../writing/plan-memberships.ts'

/** The organisation in place of the primary one; the post is kept, the duty of another organisation is not. */
const movedMemberships = (orgs: UserRow['orgs'], orgId: string): RequestedMembership[] => {
  const there = orgs.find((each) => each.orgId === orgId)
  const duty = there?.duty ?? 'member'
  const postId = (there ?? orgs.find(({ primary }) => primary))?.postId ?? null
  const others = orgs.filter((each) => !each.primary && each.orgId !== orgId)
  return [{ orgId, duty, postId, primary: true }, ...others]
}

type Ports = { planMemberships: PlanMemberships; sessions: SessionEnder }
type MovedUser = Pick<UserRow, 'id' | 'account' | 'name' | 'orgs'>

const findUser = async ({ db, actor }: RequestScope, userId: string): Promise<MovedUser> => {
  if (!(await repository.hold(db, actor, userId))) orNotFound(undefined)
  return orNotFound(await repository.find(db, actor, userId))
}
const changeMemberships = async (
  { planMemberships, sessions }: Ports,
  scope: RequestScope,
  user: MovedUser,
  { orgs, field }: { orgs: readonly RequestedMembership[]; field: string },
): Promise<null> => {
  const { db, actor } = scope
  const change = await planMemberships(scope, [{ user, requested: orgs }], field)
  throwFirst(change.refusals)
  const { sideEffects } = await change.apply(new Set([user.id]))
  await users.amend(db, { companyId: actor.companyId, userId: user.id }, {}, toAuthor(scope))
  const after = orNotFound(await repository.find(db, actor, user.id))
  const audited = ({ orgs: all }: MovedUser) => ({ organizations: all.map(({ orgName }) => orgName) })
  scope.note({ entityId: user.id, entityName: user.name, before: audited(user), after: audited(after), sideEffects })
  scope.afterCommit(() => sessions.forgetUser(user.id))
  return null
}

/**
 * Makes an organisation the primary one of a user, who leaves the former one.
 * @throws `alreadyThere`, and at `field` as a change of members does
 */
export const moveToOrganization = async (
  ports: Ports,
  scope: RequestScope,
  { userId, orgId, field }: { userId: string; orgId: string; field: string },
): Promise<null> => {
  const user = await findUser(scope, userId)
  if (user.orgs.some((each) => each.primary && each.orgId === orgId)) throw new AppError(usersErrors.alreadyThere)
  return changeMemberships(ports, scope, user, { orgs: movedMemberships(user.orgs, orgId), field })
}

/** How a user belongs to organisations, to be restored. */
export const toMemberships = ({ orgs }: Pick<UserRow, 'orgs'>): RequestedMembership[] =>
  orgs.map(({ orgId, duty, postId, primary }) => ({ orgId, duty, postId, primary }))
/**
 * Gives a user the organisations back that they had.
 * @throws as a change of members does
 */
export const returnToOrganizations = async (
  ports: Ports,
  scope: RequestScope,
  userId: string,
  orgs: readonly RequestedMembership[],
): Promise<null> => changeMemberships(ports, scope, await findUser(scope, userId), { orgs, field: 'orgs' })
