import type { GrantImpact, RowsChange } from '@atrium/contract/features/roles/roles.contract.ts'
import type { RequestScope } from '../../kernel/scope.ts'
import { wornRoles } from '../access/index.ts'
import { registry } from '../registry/index.ts'
import { bitset, wordsFor } from './bitset.ts'
import { effectOf, type RoleNode, type WearersOf } from './grant-effect.ts'
import { roleEffectsRepository as repository } from './role-effects.repository.ts'
import { rolesRepository } from './roles.repository.ts'
import { type RoleRows, rowsWay, rowsWearers } from './rows-effect.ts'

/** What of a role would be different; elements by their code's place. */
type Change = Partial<Pick<RoleNode, 'parent' | 'status' | 'bits'>>
/** Whose rows the role shows, where that is touched. */
type RowsAround = { before: RoleRows; after: RoleRows }
type Side = ReturnType<typeof effectOf>['gain']

const rowsChangeOf = async (
  { db, actor: { companyId } }: RequestScope,
  { before, after }: RowsAround,
  users: number,
): Promise<RowsChange | null> => {
  const change = rowsWay(before, after)
  if (change === 'same' || users === 0) return null
  const shown = async ({ dataScope, dataOrgIds, rules }: RoleRows) => ({
    dataScope,
    orgs: await repository.orgNames(db, companyId, dataOrgIds),
    rules,
  })
  return { before: await shown(before), after: await shown(after), change, users }
}

type Nodes = ReadonlyMap<string, RoleNode>
/** What happens to the people, and to the APIs they can call. */
type Effect = Omit<GrantImpact, 'heirs' | 'rows'>

/** An effect in words; counts are whole, names are of the caller's row scope. In: the roles before and after, and everybody affected. */
const effectIn = async (
  { db, actor }: RequestScope,
  people: { before: Nodes; after: Nodes; wearers: readonly WearersOf[] },
): Promise<Effect> => {
  const [elements, bindings] = await Promise.all([registry.elements(db), registry.bindings(db)])
  const bits = elements.map(({ bit }) => bit)
  const all = bitset(bits, wordsFor(Math.max(0, ...bits)))
  const gates = bindings
    .filter(({ auth }) => auth === 'perm')
    .map((api) => ({ api: `${api.method} ${api.path}`, bits: api.bits }))
  const effect = effectOf({ ...people, all, gates })

  const byBit = new Map(elements.map((element) => [element.bit, element]))
  const touched = [...effect.gain.named, ...effect.lose.named].map(({ userId }) => userId)
  const named = new Map((await repository.people(db, actor, [...new Set(touched)])).map((user) => [user.id, user]))
  const codesOf = (places: readonly number[]) => places.flatMap((bit) => byBit.get(bit)?.code ?? []).sort()
  const byPerson = ({ named: persons }: Side) =>
    persons.flatMap(({ userId, bits: places }) => {
      const person = named.get(userId)
      return person ? { userId, name: person.name, account: person.account, elems: codesOf(places) } : []
    })
  const byElement = ({ byBit: counts }: Side) =>
    elements.flatMap(({ bit, code, name, moduleName, risk }) => {
      const users = counts.get(bit)
      return users === undefined ? [] : { code, name: `${moduleName} · ${name}`, risk, users }
    })
  return {
    affectedUsers: people.wearers.reduce((sum, each) => sum + each.people, 0),
    gainingUsers: effect.gain.people,
    losingUsers: effect.lose.people,
    gain: byPerson(effect.gain),
    lose: byPerson(effect.lose),
    gained: byElement(effect.gain),
    lost: byElement(effect.lose),
    apis: { gain: effect.opened, lose: effect.closed },
  }
}

/**
 * What a change of one role would do, for everybody who wears it or a role that inherits from it; undefined when nobody
 * does (N2). In: the role, as it stands in the database, and what would be different.
 */
const impactOf = async (
  scope: RequestScope,
  id: string,
  change: Change,
  rows?: RowsAround,
): Promise<GrantImpact | undefined> => {
  const {
    db,
    actor: { companyId },
  } = scope
  const heirs = await rolesRepository.heirs(db, companyId, id)
  const wearers = await repository.wearers(db, companyId, [id, ...heirs.map((heir) => heir.id)])
  if (wearers.length === 0) return undefined
  const known = new Set([id, ...wearers.flatMap(({ roles }) => roles), ...(change.parent ? [change.parent] : [])])
  const nodes = await repository.nodes(db, companyId, [...known])
  const before = new Map(nodes.map((node) => [node.id, node]))
  const after = new Map(nodes.map((node) => [node.id, node.id === id ? { ...node, ...change } : node]))
  return {
    ...(await effectIn(scope, { before, after, wearers })),
    heirs: heirs.map((heir) => ({ id: heir.id, name: heir.name })),
    rows: rows ? await rowsChangeOf(scope, rows, rowsWearers(id, wearers, before)) : null,
  }
}

/** Shows what the change would do before it is made; what touches nobody is made at once. Throws 111 (wire §1). */
export const confirmChange = async (
  scope: RequestScope,
  id: string,
  change: Change,
  rows?: RowsAround,
): Promise<void> => {
  const impact = await impactOf(scope, id, change, rows)
  if (impact) scope.confirm(impact)
}

/** What it does to people to wear other roles. In: everybody affected, grouped by the roles they wear and will wear. */
export const impactOnWearers = async (scope: RequestScope, wearers: readonly WearersOf[]): Promise<GrantImpact> => {
  const known = new Set(wearers.flatMap(({ roles, next = [] }) => [...roles, ...next]))
  const nodes = await repository.nodes(scope.db, scope.actor.companyId, [...known])
  const roles = new Map(nodes.map((node) => [node.id, node]))
  return { ...(await effectIn(scope, { before: roles, after: roles, wearers })), heirs: [], rows: null }
}

/**
 * Changes who wears which roles, and shows first what these people gain and lose; what changes nothing of what they may do is
 * done at once, unless somebody leaves: whose rows he sees may change too. What was changed is measured instead of foretold:
 * 111 takes it back (wire §1). In: who may wear others afterwards, and whether one of them leaves.
 */
export const confirmWorn = async (
  scope: RequestScope,
  userIds: readonly string[],
  change: () => Promise<void>,
  isLeaving = false,
): Promise<void> => {
  const { db, actor, origin, confirm } = scope
  const worn = async () => Map.groupBy(await wornRoles.ofMany(db, actor.companyId, userIds), ({ userId }) => userId)
  const was = await worn()
  await change()
  const is = await worn()
  const rolesIn = (by: typeof was, userId: string) => (by.get(userId) ?? []).map(({ roleId }) => roleId)
  const wearers = userIds.map((userId) => {
    return { roles: rolesIn(was, userId), next: rolesIn(is, userId), people: 1, first: [userId] }
  })
  const impact = await impactOnWearers(scope, wearers)
  if (impact.gainingUsers + impact.losingUsers === 0 && !isLeaving && !origin.dryRun) return
  confirm(impact)
}
