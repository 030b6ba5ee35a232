import * as z from 'zod/mini'
import { defineCustomEntity } from '../../../kernel/custom-fields.ts'
import { customSort, day, id, listQuery, tagFilter } from '../../../kernel/listing.ts'

/** Custom fields of users. */
export const customUser = defineCustomEntity({ entity: 'user', title: '用户' })

export const usersQuery = listQuery({
  sortable: ['account', 'name', 'createTime', 'expireTime', customSort],
  filters: {
    status: z.enum(['0', '1', '2']),
    online: z.enum(['0', '1']),
    roleId: id,
    /** In the organisation or a descendant. */
    orgId: id,
    /** `0`: without a second step. */
    mfa: z.enum(['0', '1']),
    /** Expired, or expiring within this many days. */
    expire: z.pipe(
      z.coerce.number('请输入天数'),
      z.int('请输入天数').check(z.gte(0, '请输入天数'), z.lte(3650, '请输入天数')),
    ),
    /** Expired, or expiring on this day at the latest. */
    expireBy: day,
    custom: customUser.filter,
    tags: tagFilter,
    /** Not signed in for more than this many days. */
    idle: z.pipe(
      z.coerce.number('请输入天数'),
      z.int('请输入天数').check(z.gte(1, '请输入天数'), z.lte(3650, '请输入天数')),
    ),
  },
})
/** Search and filters, without page and sort. */
export const usersFilter = z.omit(usersQuery, { page: true, size: true, sort: true })
export type UsersFilter = z.output<typeof usersFilter>
