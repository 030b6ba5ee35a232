import type { PostRow, PostWrite } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { crudRepository, type Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'

const columns = {
  id: 'id',
  name: 'name',
  code: 'code',
  level: 'level',
  createTime: 'created_at',
  createBy: 'created_by',
  updateTime: 'updated_at',
  updateBy: 'updated_by',
  version: 'version',
} as const
const stored = crudRepository<'posts', typeof columns, PostRow>({
  table: 'posts',
  columns,
  searchIn: ['name', 'code'],
  orderBy: 'level,name',
})

export const postsRepository = {
  ...stored,
  insert: (db: Db, post: PostWrite, by: Person) => stored.insert(db, { id: newId(), ...post }, by),
  isInUse: async (db: Db, id: string) =>
    (await db.selectFrom('user_orgs').where('post_id', '=', id).select('post_id').limit(1).executeTakeFirst()) !==
    undefined,
}
