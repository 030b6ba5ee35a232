import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { organizationsErrors } from '@atrium/contract/features/people/organizations/organizations.errors.ts'
import type { Membership, RequestedMembership } from '@atrium/contract/features/people/users/assignments.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { compareNames } from '@atrium/contract/kernel/compare-names.ts'
import { catchRefusal } from '../../../kernel/refusals.ts'
import { type AuditSideEffects, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { canSeeScopeOrg, findGivenRowsBeyond, pairs } from '../../access/authorization/index.ts'
import { knownPosts } from '../posts/index.ts'
import { createRoleValidator, refuseOneself } from '../users/index.ts'
import { organizationMembersRepository as repository } from './organization-members.repository.ts'
import { organizationRolesRepository } from './organization-roles.repository.ts'
import { refuseStopped } from './organization-rules.ts'
import { organizationsRepository } from './organizations.repository.ts'

type Scope = Pick<RequestScope, 'db' | 'actor'>
type Stored = Awaited<ReturnType<typeof repository.ofUsers>>[number]
const { changeMembers, updateMember } = organizationsContract

/** The requested memberships, one per organisation, exactly one of them primary. */
const withPrimary = (requested: readonly RequestedMembership[], before: readonly Stored[]) => {
  const unique = [...new Map(requested.map((each) => [each.orgId, each])).values()]
  const kept = before.find(({ orgId, primary }) => primary && unique.some((each) => each.orgId === orgId))
  const primaryId = unique.find(({ primary }) => primary)?.orgId ?? kept?.orgId ?? unique[0]?.orgId
  return unique.map((each) => ({ ...each, primary: each.orgId === primaryId }))
}
const isSame = (one: Membership, other: Membership) =>
  one.duty === other.duty && one.postId === other.postId && one.primary === other.primary

const auditedMembership = (stored: Stored | undefined) =>
  stored && { duty: stored.duty, primary: stored.primary, post: stored.post }
/** Duties and posts that have changed, as events of the organisations. */
const changedMembers = (
  account: string,
  { before, after }: { before: readonly Stored[]; after: readonly Stored[] },
): AuditSideEffects =>
  after.flatMap((is) => {
    const was = before.find(({ orgId }) => orgId === is.orgId)
    const isPlain = !was && is.duty === 'member' && is.postId === null
    if (isPlain || (was && isSame(was, is))) return []
    const change = { before: auditedMembership(was), after: auditedMembership(is) }
    return [{ event: updateMember.audit.event, entityId: is.orgId, entityName: `${is.name}：${account}`, ...change }]
  })
const toNames = (memberships: readonly Stored[]) =>
  memberships
    .toSorted((one, other) => Number(other.primary) - Number(one.primary) || compareNames(one.name, other.name))
    .map(({ name }) => name)

/** The members who join and leave organisations, one event for each of those. */
const countedMembers = (
  users: readonly { account: string; before: readonly Stored[]; after: readonly Stored[] }[],
): AuditSideEffects => {
  const organizations = new Map<string, { name: string; left: string[]; joined: string[] }>()
  for (const { account, before, after } of users)
    for (const [orgId, name] of new Map([...before, ...after].map((each) => [each.orgId, each.name]))) {
      const [was, is] = [before, after].map((stored) => stored.some((each) => each.orgId === orgId))
      const members = organizations.get(orgId) ?? { name, left: [], joined: [] }
      if (was !== is) (was ? members.left : members.joined).push(account)
      organizations.set(orgId, members)
    }
  return [...organizations].flatMap(([entityId, { name, left, joined }]) => {
    const change = { before: { members: left }, after: { members: joined } }
    return left.length + joined.length === 0
      ? []
      : [{ event: changeMembers.audit.event, entityId, entityName: name, ...change }]
  })
}

type Asked = {
  readonly user: { readonly id: string; readonly account: string }
  readonly requested: readonly RequestedMembership[]
}
const diffMemberships = ({ user, requested }: Asked, before: readonly Stored[]) => {
  const wanted = withPrimary(requested, before)
  const stored = new Map(before.map((each) => [each.orgId, each]))
  return {
    user,
    before,
    joined: wanted.filter(({ orgId }) => !stored.has(orgId)).map(({ orgId }) => orgId),
    left: before.filter(({ orgId }) => !wanted.some((each) => each.orgId === orgId)).map(({ orgId }) => orgId),
    changed: wanted.filter((each) => {
      const was = stored.get(each.orgId)
      return !was || !isSame(was, each)
    }),
    /** Organisations whose members change, or what a member is there. */
    touched: [...wanted, ...before]
      .map(({ orgId }) => orgId)
      .filter((orgId) => {
        const [was, is] = [stored.get(orgId), wanted.find((each) => each.orgId === orgId)]
        return was?.duty !== is?.duty || was?.postId !== is?.postId
      }),
  }
}

/** Reads what decides who may join and leave organisations. */
const createMembershipValidator = async (
  { db, actor }: Scope,
  planned: readonly ReturnType<typeof diffMemberships>[],
) => {
  const { companyId } = actor
  const moved = planned.flatMap(({ joined, left }) => [...joined, ...left])
  const touched = planned.flatMap((each) => each.touched)
  const postIds = planned.flatMap(({ changed }) => changed.flatMap(({ postId }) => postId ?? []))
  const beyond = await findGivenRowsBeyond(db, actor, {
    joined: pairs(planned.flatMap(({ user, joined }) => joined.map((orgId) => [user.id, orgId] as const))),
  })
  const positions = await organizationsRepository.listPositions(db, companyId, [...new Set(touched)])
  const known = new Map(positions.map((position) => [position.id, position]))
  const roles = Map.groupBy(
    await organizationRolesRepository.ofOrganizations(db, companyId, [...new Set(moved)]),
    ({ orgId }) => orgId,
  )
  const judgeRole = await createRoleValidator(
    db,
    actor,
    [...roles.values()].flat().map(({ id }) => id),
  )
  const posts = await knownPosts(db, companyId, postIds)
  return (
    { user, joined: into, left, changed, touched: all }: ReturnType<typeof diffMemberships>,
    field: string,
  ): void => {
    for (const orgId of all) {
      const organization = known.get(orgId)
      if (!organization || !canSeeScopeOrg(actor.rows, { ...organization, below: false }))
        throw refusalAt(organizationsErrors.noSuchOrganization, field)
      if (into.includes(orgId)) refuseStopped(organization, field)
    }
    if (beyond.has(user.id)) throw refusalAt(usersErrors.rowsBeyond, field)
    for (const orgId of [...into, ...left]) {
      const granted = roles.get(orgId) ?? []
      if (granted.length > 0) refuseOneself(actor, user.id)
      // Checked as revoked: stopped roles grant nothing until they are started again.
      const problem = granted.map(({ id }) => judgeRole(id, false)).find((each) => each)
      if (problem) throw refusalAt(problem, field)
    }
    if (changed.some(({ postId }) => postId !== null && !posts.has(postId)))
      throw refusalAt(organizationsErrors.noSuchPost, field)
  }
}

/**
 * Plans which organisations users belong to, with duty and post.
 * @returns for each what refuses it at `field`, `noSuchOrganization` for those the caller does not see, too,
 *   `rowsBeyond`, `stopped`, `noSuchPost`, and as `authorizeRoles` does for the organisations joined and left; whether
 *   one leaves an organisation; and `apply` for some of them, which returns side effects for the audit log for the organisations.
 */
export const planMemberships = async ({ db, actor }: Scope, asked: readonly Asked[], field: string) => {
  const { companyId } = actor
  await organizationsRepository.lockTree(db, companyId)
  const read = async (userIds: readonly string[]) =>
    Map.groupBy(await repository.ofUsers(db, companyId, userIds), ({ userId }) => userId)
  const stored = await read(asked.map(({ user }) => user.id))
  const planned = asked.map((each) => diffMemberships(each, stored.get(each.user.id) ?? []))
  const judge = await createMembershipValidator({ db, actor }, planned)
  return {
    refusals: planned.map((each) => catchRefusal(() => judge(each, field))),
    isLeaving: planned.some(({ left }) => left.length > 0),
    /** `names`: of the organisations of each user, the primary one first. */
    async apply(
      userIds: ReadonlySet<string>,
    ): Promise<{ sideEffects: AuditSideEffects; names: ReadonlyMap<string, string[]> }> {
      const chosen = planned.filter(({ user }) => userIds.has(user.id))
      const left = chosen.flatMap(({ user, left: ids }) => ids.map((orgId) => ({ userId: user.id, orgId })))
      const wanted = chosen.flatMap(({ user, changed }) => changed.map((each) => ({ ...each, userId: user.id })))
      await repository.replace(db, companyId, left, wanted)
      const after = await read([...userIds])
      const changes = chosen.map(({ user, before }) => ({
        account: user.account,
        before,
        after: after.get(user.id) ?? [],
      }))
      const sideEffects = [
        ...countedMembers(changes),
        ...changes.flatMap(({ account, ...change }) => changedMembers(account, change)),
      ]
      return { sideEffects, names: new Map([...after].map(([id, memberships]) => [id, toNames(memberships)])) }
    },
  }
}
