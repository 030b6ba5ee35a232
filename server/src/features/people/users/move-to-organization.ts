import type { RequestedMembership } from '@atrium/contract/features/people/users/assignments.ts'
import type { UserRow } from '@atrium/contract/features/people/users/users.contract.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { authorOf, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import { managedUsersRepository as repository } from './managed-users.repository.ts'
import type { PlanMemberships } from './user-assignments.ts'
import { usersRepository as users } from './users.repository.ts'

/** The organisation in place of the primary one; the post is kept, the duty of another organisation is not. */
const movedMemberships = (orgs: UserRow['orgs'], orgId: string): RequestedMembership[] => {
  const there = orgs.find((each) => each.orgId === orgId)
  const duty = there?.duty ?? 'member'
  const postId = (there ?? orgs.find(({ primary }) => primary))?.postId ?? null
  const others = orgs.filter((each) => !each.primary && each.orgId !== orgId)
  return [{ orgId, duty, postId, primary: true }, ...others]
}

/**
 * Makes an organisation the primary one of a user, who leaves the former one. Throws `alreadyThere`, and at
 * `field` as a change of members does.
 */
export const moveToOrganization = async (
  { planMemberships, sessions }: { planMemberships: PlanMemberships; sessions: SessionEnder },
  scope: RequestScope,
  { userId, orgId, field }: { userId: string; orgId: string; field: string },
): Promise<null> => {
  const { db, actor } = scope
  if (!(await repository.hold(db, actor, userId))) orNotFound(undefined)
  const user = orNotFound(await repository.find(db, actor, userId))
  if (user.orgs.some((each) => each.primary && each.orgId === orgId)) throw new AppError(usersErrors.alreadyThere)
  const change = await planMemberships(scope, user, movedMemberships(user.orgs, orgId), field)
  const parts = await change.apply()
  await users.amend(db, { companyId: actor.companyId, userId }, {}, authorOf(scope))
  const after = orNotFound(await repository.find(db, actor, userId))
  const audited = ({ orgs }: typeof user) => ({ organizations: orgs.map(({ orgName }) => orgName) })
  scope.note({ entityId: userId, entityName: user.name, before: audited(user), after: audited(after), parts })
  scope.afterCommit(() => sessions.forgetUser(userId))
  return null
}
