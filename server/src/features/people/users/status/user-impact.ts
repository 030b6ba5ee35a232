import type { UserImpact } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import type { Person } from '../../../../kernel/db/crud-repository.ts'
import type { AskedModules } from '../../../../kernel/module-hooks.ts'
import { type RequestScope, refusalAt } from '../../../../kernel/scope.ts'
import { roleAssignments } from '../../../access/authorization/index.ts'
import { managedUsersRepository } from '../listing/managed-users.repository.ts'
import type { Owner } from '../users.repository.ts'
import { dependentsRepository } from './dependents.repository.ts'

const activeStatus = 1

/**
 * The successor.
 * @throws `noSuchSuccessor` unless it is another user of the company who can sign in
 */
export const getSuccessor = async (
  { db, actor }: RequestScope,
  userId: string,
  successorId: string,
): Promise<Person> => {
  const successor = await managedUsersRepository.find(db, actor, successorId)
  if (!successor || successorId === userId || successor.status !== activeStatus)
    throw refusalAt(usersErrors.noSuchSuccessor, 'handoverTo')
  return { id: successor.id, name: successor.name }
}

/**
 * Asks for confirmation if anything else ends with the user.
 * @throws 111 as `confirm` does, and the refusal of a module
 */
export const confirmUserImpact = async (
  scope: RequestScope,
  owner: Owner,
  handover: Person | null,
  { concerns: modules, settle }: AskedModules,
) => {
  const { db, origin, confirm } = scope
  const dependents = await dependentsRepository.count(db, owner.companyId, [owner.userId])
  const isAlone = modules.length === 0 && Object.values(dependents).every((count) => count === 0)
  if (isAlone && !origin.dryRun) return settle()
  const roles = (await roleAssignments.ofUsers(db, owner.companyId, [owner.userId]))
    .filter(({ inForce }) => inForce)
    .map(({ name }) => name)
  confirm({ ...dependents, roles, handover, modules } satisfies UserImpact)
  await settle()
}
