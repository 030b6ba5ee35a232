import type { BatchImpact, UserBatch } from '@atrium/contract/features/users/users.contract.ts'
import { usersErrors } from '@atrium/contract/features/users/users.errors.ts'
import { type ErrorSpec, kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { RequestScope } from '../../kernel/scope.ts'
import { ceilingOf, covers, seesAnchor, wornRoles } from '../access/index.ts'
import { belongingsRepository } from './belongings.repository.ts'
import { managedUsersRepository } from './managed-users.repository.ts'
import { lastAdministratorsAmong } from './user-rules.ts'

type Action = UserBatch['action']
type Worn = Awaited<ReturnType<typeof wornRoles.ofMany>>

const locked = 2
const ends = (action: Action) => action === 'lock' || action === 'disable' || action === 'delete'

/** Who of them wears something that the caller does not hold: the same as asking for each what he holds in sum. */
const strongerAmong = async ({ db, actor }: RequestScope, worn: Worn): Promise<ReadonlySet<string>> => {
  const ids = [...new Set(worn.map(({ roleId }) => roleId))]
  if (ids.length === 0) return new Set()
  const people = [...new Set(worn.map(({ userId }) => userId))]
  const [ceiling, roles, anchors] = await Promise.all([
    ceilingOf(db, actor),
    wornRoles.roles(db, actor.companyId, ids),
    wornRoles.anchors(db, actor.companyId, people),
  ])
  const beyond = new Set(roles.filter((role) => !covers(ceiling, role)).map(({ id }) => id))
  const unseen = anchors.filter((anchor) => !seesAnchor(actor.rows, anchor))
  return new Set([...worn.filter(({ roleId }) => beyond.has(roleId)), ...unseen].map(({ userId }) => userId))
}

/** Who will be refused and why, by the rules that judge each of them afterwards, in their order. */
const refusalsOf = async (scope: RequestScope, action: Action, ids: readonly string[], worn: Worn) => {
  const { db, actor } = scope
  const found = await managedUsersRepository.standings(db, actor, ids, action === 'restore' ? 'bin' : 'present')
  const [known, stronger] = [new Map(found.map((user) => [user.id, user])), await strongerAmong(scope, worn)]
  const refusalOf = (id: string): ErrorSpec | undefined => {
    const user = known.get(id)
    if (!user) return kernelErrors.notFound
    if (id === actor.userId) return usersErrors.oneself
    if (stronger.has(id)) return usersErrors.strongerPerson
    if (action === 'lock' && user.status === locked) return usersErrors.alreadyLocked
    if (action === 'unlock' && user.status !== locked) return usersErrors.notLocked
    if (action === 'disable' && user.disabled) return usersErrors.alreadyDisabled
    if (action === 'enable' && !user.disabled) return usersErrors.notDisabled
    return undefined
  }
  const going = ends(action) ? ids.filter((id) => !refusalOf(id)) : []
  const last = await lastAdministratorsAmong(db, actor, going)
  return ids.flatMap((id) => {
    const refusal = refusalOf(id) ?? (last.has(id) ? usersErrors.lastAdministrator : undefined)
    return refusal ? { id, code: refusal.code, msg: refusal.msg } : []
  })
}

const rolesOf = (worn: Worn) =>
  [...Map.groupBy(worn, ({ roleId }) => roleId).values()].map((of) => ({ name: of[0]?.name ?? '', users: of.length }))

/**
 * Shows what a batch does before it is done, in a handful of statements however many people were chosen. Locking,
 * disabling and deleting are asked about when anything ends besides, or when somebody is refused. Throws 111 as
 * `confirm` does. In: the ids in the order in which they will be judged.
 */
export const confirmBatch = async (scope: RequestScope, action: Action, ids: readonly string[]): Promise<void> => {
  const { db, actor, origin, confirm } = scope
  if (!ends(action) && !origin.dryRun) return
  const worn = await wornRoles.ofMany(db, actor.companyId, ids)
  const refused = await refusalsOf(scope, action, ids, worn)
  const spared = new Set(refused.map(({ id }) => id))
  const going = ends(action) ? ids.filter((id) => !spared.has(id)) : []
  const belongings = await belongingsRepository.count(db, actor.companyId, going)
  const isQuiet = refused.length === 0 && Object.values(belongings).every((count) => count === 0)
  if (isQuiet && !origin.dryRun) return
  const roles = rolesOf(worn.filter(({ userId, inForce }) => inForce && going.includes(userId)))
  confirm({ total: ids.length, refused, ...belongings, roles } satisfies BatchImpact)
}
