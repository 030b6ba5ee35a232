import type { PostRow } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { crudRepository, stampColumns } from '../../../kernel/db/crud-repository.ts'

const columns = { id: 'id', name: 'name', code: 'code', level: 'level', ...stampColumns } as const

export const postsRepository = crudRepository<'posts', typeof columns, PostRow>({
  table: 'posts',
  columns,
  searchIn: ['name', 'code'],
  orderBy: 'level,name',
})
