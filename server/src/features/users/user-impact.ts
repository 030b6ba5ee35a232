import type { UserImpact } from '@atrium/contract/features/users/users.contract.ts'
import { usersErrors } from '@atrium/contract/features/users/users.errors.ts'
import type { Person } from '../../kernel/db/crud-repository.ts'
import { type RequestScope, refusalAt } from '../../kernel/scope.ts'
import { wornRoles } from '../access/index.ts'
import { belongingsRepository } from './belongings.repository.ts'
import { managedUsersRepository } from './managed-users.repository.ts'
import type { Owner } from './users.repository.ts'

const active = 1

/** Who is to take over. Throws `noSuchSuccessor` unless he is somebody else of the company who may sign in. */
export const successorOf = async (
  { db, actor }: RequestScope,
  userId: string,
  successorId: string,
): Promise<Person> => {
  const successor = await managedUsersRepository.find(db, actor, successorId)
  if (!successor || successorId === userId || successor.status !== active)
    throw refusalAt(usersErrors.noSuchSuccessor, 'handoverTo')
  return { id: successor.id, name: successor.name }
}

/**
 * Shows what ends with somebody, unless nothing does: then locking or deleting him is done at once. Throws 111 as
 * `confirm` does.
 */
export const confirmEnd = async ({ db, origin, confirm }: RequestScope, owner: Owner, handover: Person | null) => {
  const belongings = await belongingsRepository.count(db, owner.companyId, [owner.userId])
  if (!origin.dryRun && Object.values(belongings).every((count) => count === 0)) return
  const roles = (await wornRoles.ofMany(db, owner.companyId, [owner.userId]))
    .filter(({ inForce }) => inForce)
    .map(({ name }) => name)
  confirm({ ...belongings, roles, handover } satisfies UserImpact)
}
