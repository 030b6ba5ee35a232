import * as z from 'zod/mini'
import { autocomplete, plainOption } from '../../../kernel/autocomplete.ts'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract, type InputOf } from '../../../kernel/endpoint.ts'
import { exportEndpoint } from '../../../kernel/export-endpoint.ts'
import { shortCode, text } from '../../../kernel/fields.ts'
import { customSort, listQuery, rowBase, version } from '../../../kernel/listing.ts'
import { customPost } from './custom-post.ts'
import { postSheet } from './posts.sheet.ts'

const levelRange = '请输入 0 到 99 之间的整数'
const level = z.int('请输入整数').check(z.gte(0, levelRange), z.lte(99, levelRange))

const postWrite = z.object({ name: text(30, '请输入岗位名称'), code: shortCode, level, custom: customPost.input })
export type PostWrite = z.input<typeof postWrite>
const postRow = z.object({ ...rowBase, name: z.string(), code: z.string(), level: z.int(), custom: customPost.row })
export type PostRow = z.output<typeof postRow>

const postsQuery = listQuery({
  sortable: ['name', 'code', 'level', 'createTime', customSort],
  filters: { custom: customPost.filter },
})

export const postsContract = defineContract('sysPosts', {
  ...crudEndpoints({
    noun: 'post',
    path: '/api/sys/posts',
    query: postsQuery,
    row: postRow,
    create: postWrite,
    update: z.extend(postWrite, { version }),
  }),
  exportPosts: exportEndpoint({
    noun: 'posts',
    path: '/api/sys/posts/export/v1',
    event: 'posts.exported',
    namesUsers: 'none',
    filter: z.omit(postsQuery, { page: true, size: true, sort: true }),
    sheet: postSheet,
  }),
  options: autocomplete({ noun: 'post', path: '/api/sys/posts', extra: plainOption }),
})
export type PostsExport = InputOf<typeof postsContract.exportPosts>['body']
