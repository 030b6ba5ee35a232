import type { GrantImpact, RowsChange } from '@atrium/contract/features/roles/roles.contract.ts'
import type { RequestScope } from '../../kernel/scope.ts'
import { registry } from '../registry/index.ts'
import { bitset, wordsFor } from './bitset.ts'
import { effectOf, type RoleNode } from './grant-effect.ts'
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
  const [nodes, elements, bindings] = await Promise.all([
    repository.nodes(db, companyId, [...known]),
    registry.elements(db),
    registry.bindings(db),
  ])
  const before = new Map(nodes.map((node) => [node.id, node]))
  const after = new Map(nodes.map((node) => [node.id, node.id === id ? { ...node, ...change } : node]))
  const bits = elements.map(({ bit }) => bit)
  const all = bitset(bits, wordsFor(Math.max(0, ...bits)))
  const gates = bindings
    .filter(({ auth }) => auth === 'perm')
    .map((api) => ({ api: `${api.method} ${api.path}`, bits: api.bits }))
  const effect = effectOf({ before, after, wearers, all, gates })

  const byBit = new Map(elements.map((element) => [element.bit, element]))
  const touched = [...effect.gain.named, ...effect.lose.named].map(({ userId }) => userId)
  const people = new Map((await repository.people(db, companyId, [...new Set(touched)])).map((user) => [user.id, user]))
  const codesOf = (places: readonly number[]) => places.flatMap((bit) => byBit.get(bit)?.code ?? []).sort()
  const named = ({ named: persons }: Side) =>
    persons.map(({ userId, bits: places }) => {
      const { name = '', account = '' } = people.get(userId) ?? {}
      return { userId, name, account, elems: codesOf(places) }
    })
  const byElement = ({ byBit: counts }: Side) =>
    elements.flatMap(({ bit, code, name, risk }) => {
      const users = counts.get(bit)
      return users === undefined ? [] : { code, name, risk, users }
    })
  return {
    affectedUsers: wearers.reduce((sum, each) => sum + each.people, 0),
    gainingUsers: effect.gain.people,
    losingUsers: effect.lose.people,
    gain: named(effect.gain),
    lose: named(effect.lose),
    gained: byElement(effect.gain),
    lost: byElement(effect.lose),
    apis: { gain: effect.opened, lose: effect.closed },
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
