import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Subject } from '@atrium/contract/kernel/subject.ts'
import type { ReadAs } from './http/read-as.ts'
import { type Actor, AppError } from './scope.ts'

/** Rows that have pages, by the reads that their features declare as `subjects`. */
export type Subjects = {
  /**
   * The name of a row as the actor reads it.
   *
   * @throws `notFound` for a row or an entity that is not there, and the refusals of a read of the row
   */
  read(actor: Actor, subject: Subject): Promise<{ name: string }>
  /** The same; undefined if the actor may not see the row. */
  find(actor: Actor, subject: Subject): Promise<{ name: string } | undefined>
}

export const createSubjects = ({ subjectOf }: Pick<Catalogue, 'subjectOf'>, readAs: ReadAs): Subjects => {
  const read: Subjects['read'] = async (actor, { entity, id }) => {
    const endpoint = subjectOf(entity)
    if (!endpoint) throw new AppError(kernelErrors.notFound)
    const row = await readAs(endpoint, actor, { params: { id } })
    return { name: String(Object(row).name) }
  }
  return {
    read,
    find: (actor, subject) =>
      read(actor, subject).catch((error: unknown) => {
        if (error instanceof AppError) return undefined
        throw error
      }),
  }
}
