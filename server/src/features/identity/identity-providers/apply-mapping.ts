import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { FindCaller } from '../../../kernel/jobs/run-callers.ts'
import type { Actor, AuditNote, Owner } from '../../../kernel/scope.ts'
import { roleAssignments, roleGrants } from '../../access/authorization/index.ts'
import { organizationsOf } from '../../people/organizations/index.ts'
import { isLastAdministrator, roleJudge } from '../../people/users/index.ts'
import { mappedRepository as mapped } from './mapped.repository.ts'
import { matchingRules } from './mapping-rules.ts'
import type { PlanMemberships } from './ports.ts'
import type { SignInProvider } from './sign-in-providers.repository.ts'

type Parts = NonNullable<AuditNote['parts']>
type Person = Owner & { name: string; account: string }
type Claims = Readonly<Record<string, unknown>>
/** What rules give now, and what they gave before and no longer do. */
type Targets = { wanted: readonly string[]; over: readonly string[] }
/** `still`: of those that hold no longer, what the person keeps. */
type Applied = { given: readonly string[]; still: readonly string[]; parts: Parts }
const unique = (ids: readonly (string | null)[]) => [...new Set(ids.flatMap((id) => id ?? []))]

/** Gives the roles that rules name, and takes those that they have given and that hold no longer. */
const applyRoles = async (
  db: Db,
  actor: Actor,
  person: Person,
  { wanted, over: former }: Targets,
): Promise<Applied> => {
  const judge = await roleJudge(db, actor, [...wanted, ...former])
  const held = await roleAssignments.of(db, person)
  const before = held.map(({ roleId }) => roleId)
  const given = wanted.filter((id) => !before.includes(id) && !judge(id, true))
  const over = former.filter((id) => before.includes(id) && !judge(id, false))
  const taken = over.length > 0 && (await isLastAdministrator(db, person)) ? [] : over
  const still = former.filter((id) => before.includes(id) && !taken.includes(id))
  if (given.length + taken.length === 0) return { given, still, parts: [] }
  const { companyId, userId } = person
  const plain = { orgId: null, startTime: null, expireTime: null, reason: '身份源映射' }
  await roleGrants.assign(
    db,
    companyId,
    given.map((roleId) => ({ userId, roleId, ...plain })),
    { id: actor.userId, name: actor.name },
  )
  await roleGrants.revoke(
    db,
    companyId,
    taken.map((roleId) => ({ userId, roleId })),
  )
  const names = (roles: readonly { name: string }[]) => ({ roles: [...new Set(roles.map(({ name }) => name))] })
  const after = await roleAssignments.of(db, person)
  const { event } = userRolesContract.assignRoles.audit
  const part = { event, entityId: userId, entityName: person.name, before: names(held), after: names(after) }
  return { given, still, parts: [part] }
}

type Ports = { findCaller: FindCaller; planMemberships: PlanMemberships }

/**
 * What a provider's rules give a person, within the present rights of who set them up: what they could not give
 * themselves, or whose maker is gone, is left out; what others have given is never taken. Out: audit parts.
 */
export const createMapping = ({ findCaller, planMemberships }: Ports) => {
  const applyOrganizations = async (
    db: Db,
    actor: Actor,
    person: Person,
    { wanted, over }: Targets,
  ): Promise<Applied> => {
    const held = await organizationsOf(db, person)
    const kept = held.filter(({ orgId }) => !over.includes(orgId))
    const joined = wanted.filter((orgId) => !held.some((each) => each.orgId === orgId))
    if (joined.length === 0 && kept.length === held.length) return { given: [], still: [], parts: [] }
    const user = { id: person.userId, account: person.account }
    const added = joined.map((orgId) => ({ orgId, duty: 'member' as const, postId: null, primary: false }))
    const plan = await planMemberships({ db, actor }, [{ user, requested: [...kept, ...added] }], 'mapping')
    const present = held.map(({ orgId }) => orgId)
    if (plan.refusals.some((each) => each))
      return { given: [], still: over.filter((id) => present.includes(id)), parts: [] }
    return { given: joined, still: [], parts: [...(await plan.apply(new Set([person.userId]))).parts] }
  }
  return {
    /** Who set the rules up, with their present rights; undefined without one. Reads by a connection of its own. */
    async makerOf({ companyId, mappedBy, mapping }: SignInProvider): Promise<Actor | undefined> {
      if (mapping.length === 0 || mappedBy === null) return undefined
      const maker = await findCaller(companyId, { companyId, userId: mappedBy, sessionId: null })
      return 'refusal' in maker ? undefined : maker
    },
    async apply(db: Db, provider: SignInProvider, maker: Actor, person: Person, claims: Claims): Promise<Parts> {
      const hold = matchingRules(provider.mapping, claims)
      const [roles, orgs] = [unique(hold.map(({ roleId }) => roleId)), unique(hold.map(({ orgId }) => orgId))]
      const former = await mapped.of(db, person, provider.id)
      const over = former.filter((id) => !roles.includes(id) && !orgs.includes(id))
      const mayAssign = !maker.readOnly && maker.decide(userRolesContract.assignRoles).allowed
      const mayJoin = !maker.readOnly && maker.decide(organizationsContract.changeMembers).allowed
      const none: Applied = { given: [], still: over, parts: [] }
      const byRoles = mayAssign ? await applyRoles(db, maker, person, { wanted: roles, over }) : none
      const byOrgs = mayJoin ? await applyOrganizations(db, maker, person, { wanted: orgs, over }) : none
      const still = [...byRoles.still, ...byOrgs.still]
      await mapped.change(db, person, provider.id, {
        given: [...byRoles.given, ...byOrgs.given],
        over: over.filter((id) => !still.includes(id)),
      })
      return [...byRoles.parts, ...byOrgs.parts]
    },
  }
}
