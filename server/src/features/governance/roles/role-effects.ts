import type { GrantImpact, RowsChange } from '@atrium/contract/features/access/authorization/grant-impact.ts'
import { compareNames } from '@atrium/contract/kernel/compare-names.ts'
import type { RequestScope } from '../../../kernel/scope.ts'
import { readPlanCeiling, roleAssignments } from '../../access/authorization/index.ts'
import { registry } from '../../access/registry/index.ts'
import { bitset, wordsFor } from './bitset.ts'
import type { AssigneeGroup } from './effective-elements.ts'
import { measureEffect } from './grant-effect.ts'
import { roleEffectsRepository as repository, type StoredRole } from './role-effects.repository.ts'
import { rolesRepository } from './roles.repository.ts'
import { countRowAssignees, type RoleRows, rowsDifference } from './rows-effect.ts'

/** Changed properties of a role; elements by bit position. */
type RoleChange = Partial<Pick<StoredRole, 'parent' | 'status' | 'bits'>>
/** Visible rows before and after, if they change. */
type RowsBeforeAfter = { before: RoleRows; after: RoleRows }
type Side = ReturnType<typeof measureEffect>['gain']

const measureRowsChange = async (
  { db, actor: { companyId } }: RequestScope,
  { before, after }: RowsBeforeAfter,
  users: number,
): Promise<RowsChange | null> => {
  const change = rowsDifference(before, after)
  if (change === 'same' || users === 0) return null
  const shown = async ({ dataScope, dataOrgIds, rules }: RoleRows) => ({
    dataScope,
    orgs: await repository.orgNames(db, companyId, dataOrgIds),
    rules,
  })
  return { before: await shown(before), after: await shown(after), change, users }
}

type Nodes = ReadonlyMap<string, StoredRole>
/** Effect on users and on the APIs they can call. */
type Effect = Omit<GrantImpact, 'heirs' | 'rows'>

/**
 * Describes an effect. Counts are complete; names are limited to the caller's row scope. Takes roles before and after,
 * and the affected users.
 */
const describeEffect = async (
  { db, actor }: RequestScope,
  people: { before: Nodes; after: Nodes; assigneeGroups: readonly AssigneeGroup[] },
): Promise<Effect> => {
  const [elements, bindings, plan] = await Promise.all([
    registry.elements(db),
    registry.bindings(db),
    readPlanCeiling(db, actor.companyId),
  ])
  const bits = elements.map(({ bit }) => bit)
  const words = wordsFor(Math.max(0, ...bits))
  const all = bitset(bits, words)
  const inPlan = new Set(plan?.elements)
  const withheld = bitset(plan ? elements.flatMap(({ code, bit }) => (inPlan.has(code) ? [] : bit)) : [], words)
  const gates = bindings
    .filter(({ auth }) => auth === 'perm')
    .map((api) => ({ api: `${api.method} ${api.path}`, bits: api.bits }))
  const effect = measureEffect({ ...people, all, withheld, gates })

  const byBit = new Map(elements.map((element) => [element.bit, element]))
  const unchangedPeople = effect.unchanged.flatMap(({ named }) => named)
  const touched = [...effect.gain.named, ...effect.lose.named, ...unchangedPeople].map(({ userId }) => userId)
  const named = new Map(
    (await repository.visibleUsers(db, actor, [...new Set(touched)])).map((user) => [user.userId, user]),
  )
  const toCodes = (places: readonly number[]) => places.flatMap((bit) => byBit.get(bit)?.code ?? []).sort()
  const listNames = (roleIds: readonly string[]) =>
    roleIds.flatMap((id) => people.after.get(id)?.name ?? []).sort(compareNames)
  const byPerson = ({ named: persons }: Side) =>
    persons.flatMap(({ userId, bits: places }) => {
      const person = named.get(userId)
      return person ? { ...person, elems: toCodes(places) } : []
    })
  const byElement = ({ byBit: counts }: Side) =>
    elements.flatMap(({ bit, code, name, moduleName, risk }) => {
      const users = counts.get(bit)
      return users === undefined ? [] : { code, name: `${moduleName} · ${name}`, risk, users }
    })
  return {
    affectedUsers: people.assigneeGroups.reduce((sum, each) => sum + each.people, 0),
    gainingUsers: effect.gain.people,
    losingUsers: effect.lose.people,
    gain: byPerson(effect.gain),
    lose: byPerson(effect.lose),
    unchanged: effect.unchanged.map(({ reason, people: users, named: persons }) => ({
      reason,
      users,
      people: persons.flatMap(({ userId, roles }) => {
        const person = named.get(userId)
        return person ? { ...person, roles: listNames(roles) } : []
      }),
    })),
    gained: byElement(effect.gain),
    lost: byElement(effect.lose),
    apis: { gain: effect.opened, lose: effect.closed },
  }
}

/**
 * Impact of changing one role on its assignees and those of its descendants; undefined if there are none. Takes the
 * role as stored, and its changed properties.
 */
const measureImpact = async (
  scope: RequestScope,
  id: string,
  change: RoleChange,
  rows?: RowsBeforeAfter,
): Promise<GrantImpact | undefined> => {
  const {
    db,
    actor: { companyId },
  } = scope
  const descendants = await rolesRepository.descendants(db, companyId, id)
  const assigneeGroups = await repository.assigneeGroups(db, companyId, [id, ...descendants.map((role) => role.id)])
  if (assigneeGroups.length === 0) return undefined
  const known = new Set([
    id,
    ...assigneeGroups.flatMap(({ roles }) => roles),
    ...(change.parent ? [change.parent] : []),
  ])
  const nodes = await repository.nodes(db, companyId, [...known])
  const before = new Map(nodes.map((node) => [node.id, node]))
  const after = new Map(nodes.map((node) => [node.id, node.id === id ? { ...node, ...change } : node]))
  return {
    ...(await describeEffect(scope, { before, after, assigneeGroups })),
    heirs: descendants.map(({ id: roleId, name }) => ({ id: roleId, name })),
    rows: rows ? await measureRowsChange(scope, rows, countRowAssignees(id, assigneeGroups, before)) : null,
  }
}

/**
 * Asks for confirmation of the impact; a change that affects no user passes at once.
 * @throws 111
 */
export const confirmRoleChange = async (
  scope: RequestScope,
  id: string,
  change: RoleChange,
  rows?: RowsBeforeAfter,
): Promise<void> => {
  const impact = await measureImpact(scope, id, change, rows)
  if (impact) scope.confirm(impact)
}

/**
 * Impact of changed assignments.
 * @param assigneeGroups affected users, grouped by roles before and after
 */
export const impactOnAssignees = async (
  scope: RequestScope,
  assigneeGroups: readonly AssigneeGroup[],
): Promise<GrantImpact> => {
  const known = new Set(assigneeGroups.flatMap(({ roles, next = [] }) => [...roles, ...next]))
  const nodes = await repository.nodes(scope.db, scope.actor.companyId, [...known])
  const roles = new Map(nodes.map((node) => [node.id, node]))
  return { ...(await describeEffect(scope, { before: roles, after: roles, assigneeGroups })), heirs: [], rows: null }
}

/**
 * Changes assignments and asks for confirmation of gains and losses. A change without any passes at once, unless a user
 * leaves, because visible rows may change too. The impact is measured after the change; 111 rolls it back. Takes users
 * whose assignments change, and whether one of them leaves.
 */
export const confirmAssignments = async (
  scope: RequestScope,
  userIds: readonly string[],
  change: () => Promise<void>,
  isLeaving = false,
): Promise<void> => {
  const { db, actor, origin, confirm } = scope
  const loadAssignments = async () =>
    Map.groupBy(await roleAssignments.ofUsers(db, actor.companyId, userIds), ({ userId }) => userId)
  const before = await loadAssignments()
  await change()
  const after = await loadAssignments()
  const listRoleIds = (by: typeof before, userId: string) => (by.get(userId) ?? []).map(({ roleId }) => roleId)
  const assigneeGroups = userIds.map((userId) => {
    return { roles: listRoleIds(before, userId), next: listRoleIds(after, userId), people: 1, first: [userId] }
  })
  const impact = await impactOnAssignees(scope, assigneeGroups)
  if (impact.gainingUsers + impact.losingUsers === 0 && !isLeaving && !origin.dryRun) return
  confirm(impact)
}
