import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { postsErrors } from '@atrium/contract/features/people/posts/posts.errors.ts'
import { crudHandlers } from '../../../kernel/db/crud-handlers.ts'
import { findOptions } from '../../../kernel/db/find-options.ts'
import type { BasePorts, Feature } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { postSheetOptions, resolvePosts } from './post-references.repository.ts'
import { postSource } from './post-sheet.ts'
import { postOptions, postsRepository } from './posts.repository.ts'
import { assertLevel, refuseInUse } from './posts.service.ts'

const crud = crudHandlers(postsRepository, { audited: ['name', 'code', 'level'] })

/** Posts of a company. */
export const createPostsFeature = ({ exportSheet }: Pick<BasePorts, 'exportSheet'>): Feature => ({
  routes: implement(postsContract, {
    ...crud,
    create: (scope, body) => assertLevel(scope, body).then(() => crud.create(scope, body)),
    update: (scope, id, body) => crud.update(scope, id, body, (before) => assertLevel(scope, body, before)),
    exportPosts: (scope, request) =>
      exportSheet(scope, {
        source: postSource,
        request,
        reach: { reach: 'company', companyId: scope.actor.companyId } as const,
        count: (db, limit) => postsRepository.count(db, request, limit),
        batch: (db, after, size) => postsRepository.batch(db, request, after?.id, size),
      }),
    options: ({ db }, id, query) => findOptions(id, query, postOptions(db)),
    remove: (scope, id) => crud.remove(scope, id, () => refuseInUse(scope, id)),
  }),
  sheets: [postSource],
  sheetOptions: { post: postSheetOptions },
  sheetReferences: { post: resolvePosts },
  customTables: [{ entity: 'post', table: 'posts' }],
  dictionaryUses: [{ group: 'postLevel', table: 'posts', column: 'level', name: '岗位的级别' }],
  constraints: {
    posts__name: { ...postsErrors.nameTaken, field: 'name' },
    posts__code: { ...postsErrors.codeTaken, field: 'code' },
    user_orgs__post: { ...postsErrors.inUse, field: 'postId' },
  },
})
