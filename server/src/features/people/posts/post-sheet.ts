import { type PostRow, postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { postSheet } from '@atrium/contract/features/people/posts/posts.sheet.ts'
import { crudImportedRows } from '../../../kernel/sheets/imported-rows.ts'
import { defineSource } from '../../../kernel/sheets/sheet-source.ts'
import { postsRepository } from './posts.repository.ts'

export const postSource = defineSource<PostRow, (typeof postSheet)['fields']>({
  sheet: postSheet,
  exports: postsContract.exportPosts,
  writes: {
    create: postsContract.create,
    update: postsContract.update,
    remove: postsContract.remove,
    rows: crudImportedRows(postsRepository, ['name', 'code', 'level']),
  },
  cells: {
    name: ({ name }) => name,
    code: ({ code }) => code,
    level: ({ level }) => level,
    createBy: ({ createBy }) => createBy.name,
    createTime: ({ createTime }, clock) => clock(createTime),
  },
})
