import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { postsErrors } from '@atrium/contract/features/people/posts/posts.errors.ts'
import { describeCrud } from '../../../../test/describe-crud.ts'

describeCrud(postsContract, {
  table: 'posts',
  sample: (n) => ({ name: `岗位${n}`, code: `post-${n}`, level: 1 }),
  searched: 'name',
  unique: { name: postsErrors.nameTaken, code: postsErrors.codeTaken },
})
