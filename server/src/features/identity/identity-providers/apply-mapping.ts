import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { FindCaller } from '../../../kernel/jobs/run-callers.ts'
import type { Actor, AuditSideEffects, Owner } from '../../../kernel/scope.ts'
import { findGivenRowsBeyond, pairs, roleAssignments, roleGrants } from '../../access/authorization/index.ts'
import { listOrganizations } from '../../people/organizations/index.ts'
import { createRoleValidator, isLastAdministrator } from '../../people/users/index.ts'
import { mappedRepository as mapped } from './mapped.repository.ts'
import { matchingRules } from './mapping-rules.ts'
import type { PlanMemberships } from './ports.ts'
import type { SignInProvider } from './sign-in-providers.repository.ts'

type Person = Owner & { name: string; account: string }
type Claims = Readonly<Record<string, unknown>>
const unique = (ids: readonly (string | null)[]) => [...new Set(ids.flatMap((id) => id ?? []))]

/** Those of these roles that show the person no users that the maker of the rules does not see. */
const keepSeenRows = async (db: Db, actor: Actor, { userId }: Person, roleIds: readonly string[]) => {
  const kept: string[] = []
  for (const roleId of roleIds)
    if ((await findGivenRowsBeyond(db, actor, { roles: pairs([[userId, roleId]]) })).size === 0) kept.push(roleId)
  return kept
}

/** Gives the roles that rules name, and takes those that they have given and that hold no longer. */
const applyRoles = async (
  db: Db,
  provider: SignInProvider,
  actor: Actor,
  person: Person,
  wanted: readonly string[],
) => {
  const former = await mapped.roles(db, person, provider.id)
  const judge = await createRoleValidator(db, actor, [...wanted, ...former])
  const held = await roleAssignments.of(db, person)
  const permitted = wanted.filter((id) => !held.some(({ roleId }) => roleId === id) && !judge(id, true))
  const given = await keepSeenRows(db, actor, person, permitted)
  const over = former.filter((id) => !wanted.includes(id) && !judge(id, false))
  const taken = over.length > 0 && (await isLastAdministrator(db, person)) ? [] : over
  if (given.length + taken.length === 0) return []
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
  if (given.length > 0) await mapped.addRoles(db, person, provider.id, given)
  const names = (roles: readonly { name: string }[]) => ({ roles: [...new Set(roles.map(({ name }) => name))] })
  const after = await roleAssignments.of(db, person)
  const { event } = userRolesContract.assignRoles.audit
  return [{ event, entityId: userId, entityName: person.name, before: names(held), after: names(after) }]
}

type Ports = { findCaller: FindCaller; planMemberships: PlanMemberships }

/**
 * What a provider's rules give a person, within the present rights of who set them up: what they could not give
 * themselves, or whose maker is gone, is left out; what others have given is never taken.
 * @returns side effects for the audit log
 */
export const createMapping = ({ findCaller, planMemberships }: Ports) => {
  const applyOrganizations = async (
    db: Db,
    provider: SignInProvider,
    actor: Actor,
    person: Person,
    wanted: readonly string[],
  ) => {
    const former = await mapped.organizations(db, person, provider.id)
    const held = await listOrganizations(db, person)
    const kept = held.filter(({ orgId }) => wanted.includes(orgId) || !former.includes(orgId))
    const joined = wanted.filter((orgId) => !held.some((each) => each.orgId === orgId))
    if (joined.length === 0 && kept.length === held.length) return []
    const user = { id: person.userId, account: person.account }
    const added = joined.map((orgId) => ({ orgId, duty: 'member' as const, postId: null, primary: false }))
    const plan = await planMemberships({ db, actor }, [{ user, requested: [...kept, ...added] }], 'mapping')
    if (plan.refusals.some((each) => each)) return []
    const { sideEffects } = await plan.apply(new Set([person.userId]))
    if (joined.length > 0) await mapped.addOrganizations(db, person, provider.id, joined)
    return sideEffects
  }
  return {
    /**
     * Who set up what the provider gives, with their present rights; undefined if it gives nothing or they are gone.
     * Reads by a connection of its own.
     */
    async findMaker({ companyId, mappedBy, mapping, createsPeople }: SignInProvider): Promise<Actor | undefined> {
      if ((mapping.length === 0 && !createsPeople) || mappedBy === null) return undefined
      const maker = await findCaller(companyId, { companyId, userId: mappedBy, sessionId: null })
      return 'refusal' in maker ? undefined : maker
    },
    async apply(
      db: Db,
      provider: SignInProvider,
      maker: Actor,
      person: Person,
      claims: Claims,
    ): Promise<AuditSideEffects> {
      const hold = matchingRules(provider.mapping, claims)
      const [roles, orgs] = [unique(hold.map(({ roleId }) => roleId)), unique(hold.map(({ orgId }) => orgId))]
      const mayAssign = !maker.readOnly && maker.decide(userRolesContract.assignRoles).allowed
      const mayJoin = !maker.readOnly && maker.decide(organizationsContract.changeMembers).allowed
      const byRoles = mayAssign ? await applyRoles(db, provider, maker, person, roles) : []
      const byOrgs = mayJoin ? await applyOrganizations(db, provider, maker, person, orgs) : []
      return [...byRoles, ...byOrgs]
    },
  }
}
