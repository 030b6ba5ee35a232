import type { PostRow } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { crudRepository, stampColumns } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'

const columns = { id: 'id', name: 'name', code: 'code', level: 'level', ...stampColumns } as const

export const postsRepository = crudRepository<'posts', typeof columns, PostRow>({
  table: 'posts',
  columns,
  searchIn: ['name', 'code'],
  orderBy: 'level,name',
})

const toOption = ({ id, name, code }: PostRow) => ({ value: id, label: notedText(name, code), extra: {} })
/** Posts as options of an autocomplete field. */
export const postOptions = (db: Db) => ({
  async one(id: string) {
    const post = await postsRepository.find(db, id)
    return post && toOption(post)
  },
  matching: async (search: string, size: number) =>
    (await postsRepository.list(db, { page: 1, size, search, sort: '' })).data.map(toOption),
})
