import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { crudHandlers } from '../../../kernel/db/crud-handlers.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { postsRepository } from './posts.repository.ts'
import { refuseInUse } from './posts.service.ts'

const crud = crudHandlers(postsRepository, { audited: ['name', 'code', 'level'] })

export const postsRoutes = implement(postsContract, {
  ...crud,
  remove: (scope, input) => refuseInUse(scope, input.params.id).then(() => crud.remove(scope, input)),
})
