import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { SubjectEndpoints } from '@atrium/contract/kernel/feature.ts'
import type { Subject } from '@atrium/contract/kernel/subject.ts'
import { mayCall } from './http/admit.ts'
import type { ReadAs } from './http/read-as.ts'
import { type Actor, AppError } from './scope.ts'

/** Rows that have pages, by the endpoints that their features declare as `subjects`. */
export type Subjects = {
  /** The endpoints of an entity. @throws `notFound` for an entity without pages */
  endpointsOf(entity: string): SubjectEndpoints
  /**
   * The name of a row as the actor reads it.
   *
   * @throws `notFound` for a row or an entity that is not there, and the refusals of a read of the row
   */
  read(actor: Actor, subject: Subject): Promise<{ name: string }>
  /** The same; undefined if the actor may not see the row. */
  find(actor: Actor, subject: Subject): Promise<{ name: string } | undefined>
  /** Whether the actor may change the rows of an entity that they see. */
  mayChange(actor: Actor, entity: string): boolean
}

export const createSubjects = ({ subjectOf }: Pick<Catalogue, 'subjectOf'>, readAs: ReadAs): Subjects => {
  const endpointsOf: Subjects['endpointsOf'] = (entity) => {
    const endpoints = subjectOf(entity)
    if (!endpoints) throw new AppError(kernelErrors.notFound)
    return endpoints
  }
  const read: Subjects['read'] = async (actor, { entity, id }) => {
    const row = await readAs(endpointsOf(entity).read, actor, { params: { id } })
    return { name: String(Object(row).name) }
  }
  return {
    endpointsOf,
    read,
    find: (actor, subject) =>
      read(actor, subject).catch((error: unknown) => {
        if (error instanceof AppError) return undefined
        throw error
      }),
    mayChange: (actor, entity) => !actor.readOnly && mayCall(endpointsOf(entity).change, actor),
  }
}
