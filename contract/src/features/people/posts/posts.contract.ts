import * as z from 'zod/mini'
import { autocomplete, plainOption } from '../../../kernel/autocomplete.ts'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract } from '../../../kernel/endpoint.ts'
import { shortCode, text } from '../../../kernel/fields.ts'
import { listQuery, rowBase, version } from '../../../kernel/listing.ts'

const levelRange = '请输入 0 到 99 之间的整数'
const level = z.int('请输入整数').check(z.gte(0, levelRange), z.lte(99, levelRange))

const postWrite = z.object({ name: text(30, '请输入岗位名称'), code: shortCode, level })
export type PostWrite = z.input<typeof postWrite>
const postRow = z.object({ ...rowBase, name: z.string(), code: z.string(), level: z.int() })
export type PostRow = z.output<typeof postRow>

export const postsContract = defineContract('sysPosts', {
  ...crudEndpoints({
    noun: 'post',
    path: '/api/sys/posts',
    query: listQuery({ sortable: ['name', 'code', 'level', 'createTime'] }),
    row: postRow,
    create: postWrite,
    update: z.extend(postWrite, { version }),
  }),
  options: autocomplete({ noun: 'post', path: '/api/sys/posts', extra: plainOption }),
})
