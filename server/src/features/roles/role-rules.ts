import { maxAncestry, type RoleRow, type RoleWrite } from '@atrium/contract/features/roles/roles.contract.ts'
import { rolesErrors } from '@atrium/contract/features/roles/roles.errors.ts'
import { orNotFound } from '../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope, refusalAt } from '../../kernel/scope.ts'
import { covers, type Giving, givingOf, wornRoles } from '../access/index.ts'
import { rolesRepository as repository } from './roles.repository.ts'

/**
 * A role the caller may change, held until the transaction ends. Throws `notFound`, `builtin`, and `worn`: nobody edits the
 * role he wears, nor one it inherits from (threat T23).
 */
export const changeable = async (scope: RequestScope, id: string): Promise<RoleRow> => {
  const { db, actor } = scope
  // They travel together and run one after the other.
  const [, , found] = await Promise.all([
    repository.takeTurn(db, actor.companyId),
    repository.hold(db, actor.companyId, id),
    repository.find(db, actor, id),
  ])
  const role = orNotFound(found)
  if (role.type === 'builtin') throw new AppError(rolesErrors.builtin)
  if (role.mine) throw new AppError(rolesErrors.worn)
  return role
}

/** Everything a role gives, also what it inherits and what a lock keeps back. */
export const wholeRights = async ({ db, actor }: RequestScope, id: string) =>
  orNotFound((await wornRoles.roles(db, actor.companyId, [id]))[0])

/** Throws `beyondOwnRights` unless the caller holds all that the role gives. In: the field where it is told. */
export const refuseBeyond = async (scope: RequestScope, id: string, field?: string): Promise<Giving> => {
  const giving = await givingOf(scope.db, scope.actor)
  if (!covers(giving.ceiling, await wholeRights(scope, id)))
    throw field === undefined
      ? new AppError(rolesErrors.beyondOwnRights)
      : refusalAt(rolesErrors.beyondOwnRights, field)
  return giving
}

/** What heirs take over: whose rows a role shows is its own wearers' alone. */
const inherited = async (scope: RequestScope, id: string) => ({ ...(await wholeRights(scope, id)), rowScopes: [] })

/**
 * Throws unless the caller may let a role inherit from this one instead of that one: `noParent`, `ancestryCycle`, `tooDeep`,
 * and `beyondOwnRights`, since heirs gain all of the one and lose all of the other. In: the role; null for one to be made.
 */
export const refuseParent = async (scope: RequestScope, id: string | null, from: string | null, to: string | null) => {
  const { db, actor } = scope
  if (to !== null) {
    const line = await repository.line(db, actor.companyId, to)
    if (line.length === 0) throw refusalAt(rolesErrors.noParent, 'parent')
    if (id !== null && line.includes(id)) throw refusalAt(rolesErrors.ancestryCycle, 'parent')
    const heirs = id === null ? [] : await repository.heirs(db, actor.companyId, id)
    const below = Math.max(0, ...heirs.map(({ depth }) => depth))
    if (line.length + 1 + below > maxAncestry) throw refusalAt(rolesErrors.tooDeep, 'parent')
  }
  const { ceiling } = await givingOf(db, actor)
  for (const parent of [from, to])
    if (parent !== null && !covers(ceiling, await inherited(scope, parent)))
      throw refusalAt(rolesErrors.beyondOwnRights, 'parent')
}

/** Throws `codeTaken` and `nameTaken`. */
export const refuseTaken = async (
  { db, actor }: RequestScope,
  write: Pick<RoleWrite, 'name' | 'code'>,
  except: string | null,
) => {
  const taken = await repository.taken(db, actor.companyId, write, except)
  if (taken.some(({ code }) => code === write.code)) throw refusalAt(rolesErrors.codeTaken, 'code')
  if (taken.length > 0) throw refusalAt(rolesErrors.nameTaken, 'name')
}

/** Throws `beyondOwnRights` when somebody who may give only some roles would let others give more. */
export const refuseAssignable = ({ assignable }: Giving, wanted: readonly string[]) => {
  if (assignable === undefined) return
  if (wanted.length === 0 || wanted.some((id) => !assignable.has(id)))
    throw refusalAt(rolesErrors.beyondOwnRights, 'assignable')
}
