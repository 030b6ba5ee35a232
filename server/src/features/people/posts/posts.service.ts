import { postsErrors } from '@atrium/contract/features/people/posts/posts.errors.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { isHeld } from './post-holders.repository.ts'

/** Throws `inUse` if members hold the post. A post given at the same moment is kept by its foreign key. */
export const refuseInUse = async ({ db }: RequestScope, id: string): Promise<void> => {
  if (await isHeld(db, id)) throw new AppError(postsErrors.inUse)
}
