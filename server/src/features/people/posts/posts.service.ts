import type { PostWrite } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { postsErrors } from '@atrium/contract/features/people/posts/posts.errors.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { assertDictionaryCode } from '../../system/dictionaries/index.ts'
import { isHeld } from './post-holders.repository.ts'

type Leveled = Pick<PostWrite, 'level'>

/** Throws `inUse` if members hold the post. A post given at the same moment is kept by its foreign key. */
export const refuseInUse = async ({ db }: RequestScope, id: string): Promise<void> => {
  if (await isHeld(db, id)) throw new AppError(postsErrors.inUse)
}

/** Throws `noSuchCode` at the field for a level that is not offered; a post keeps the one it has. */
export const assertLevel = async ({ db }: RequestScope, { level }: Leveled, before?: Leveled) => {
  await assertDictionaryCode(db, {
    group: 'postLevel',
    code: String(level),
    field: 'level',
    ...(before && { before: String(before.level) }),
  })
}
