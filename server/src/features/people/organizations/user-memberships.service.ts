import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { organizationsErrors } from '@atrium/contract/features/people/organizations/organizations.errors.ts'
import type { Membership, RequestedMembership } from '@atrium/contract/features/people/users/assignments.ts'
import { type AuditNote, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { hasPosts } from '../posts/index.ts'
import { organizationMembersRepository as repository } from './organization-members.repository.ts'
import { authorizeRolesOf } from './organization-roles.service.ts'
import { refuseStopped } from './organization-rules.ts'
import { organizationsRepository } from './organizations.repository.ts'

type Scope = Pick<RequestScope, 'db' | 'actor'>
type Stored = Awaited<ReturnType<typeof repository.ofUser>>[number]
type AuditParts = NonNullable<AuditNote['parts']>
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
/** The change as events of the organisations. */
const partsOf = (account: string, before: readonly Stored[], after: readonly Stored[]): AuditParts => {
  const names = new Map([...before, ...after].map(({ orgId, name }) => [orgId, name]))
  return [...names].flatMap(([entityId, name]) => {
    const [was, is] = [before, after].map((stored) => stored.find(({ orgId }) => orgId === entityId))
    const members = (stored: Stored | undefined) => ({ members: stored ? [account] : [] })
    const joinsOrLeaves = { entityId, entityName: name, before: members(was), after: members(is) }
    const changes = {
      entityId,
      entityName: `${name}：${account}`,
      before: auditedMembership(was),
      after: auditedMembership(is),
    }
    const isPlain = !was && is?.duty === 'member' && is.postId === null
    return [
      ...(!was === !is ? [] : [{ event: changeMembers.audit.event, ...joinsOrLeaves }]),
      ...(!is || isPlain || (was && isSame(was, is)) ? [] : [{ event: updateMember.audit.event, ...changes }]),
    ]
  })
}

/**
 * Plans which organisations a user belongs to, with duty and post. Throws at `field`: `noSuchOrganization`, `stopped`,
 * `noSuchPost`, and as `authorizeRolesOf` does for the organisations joined and left. Returns whether the user leaves
 * one, and `apply`, which returns audit parts for the organisations.
 */
export const planMemberships = async (
  { db, actor }: Scope,
  user: { id: string; account: string },
  requested: readonly RequestedMembership[],
  field: string,
) => {
  const { companyId } = actor
  await organizationsRepository.lockTree(db, companyId)
  const before = await repository.ofUser(db, companyId, user.id)
  const wanted = withPrimary(requested, before)
  const stored = new Map(before.map((each) => [each.orgId, each]))
  const joined = wanted.filter(({ orgId }) => !stored.has(orgId))
  const left = before.filter(({ orgId }) => !wanted.some((each) => each.orgId === orgId)).map(({ orgId }) => orgId)
  const changed = wanted.filter((each) => {
    const was = stored.get(each.orgId)
    return !was || !isSame(was, each)
  })
  for (const { orgId } of joined) {
    const organization = await organizationsRepository.positionOf(db, companyId, orgId)
    if (!organization) throw refusalAt(organizationsErrors.noSuchOrganization, field)
    refuseStopped(organization, field)
  }
  for (const id of [...joined.map(({ orgId }) => orgId), ...left])
    await authorizeRolesOf({ db, actor }, { from: id }, [user.id], field)
  const postIds = changed.flatMap(({ postId }) => postId ?? [])
  if (!(await hasPosts(db, companyId, postIds))) throw refusalAt(organizationsErrors.noSuchPost, field)
  return {
    isLeaving: left.length > 0,
    async apply(): Promise<AuditParts> {
      for (const id of left) await repository.remove(db, companyId, id, [user.id])
      for (const { orgId } of joined) await repository.add(db, companyId, orgId, [user.id])
      for (const { orgId, ...each } of changed) await repository.update(db, companyId, orgId, user.id, each)
      return partsOf(user.account, before, await repository.ofUser(db, companyId, user.id))
    },
  }
}
