import * as z from 'zod/mini'
import { defineBulk } from '../../../kernel/bulk.ts'
import { id } from '../../../kernel/listing.ts'
import { t } from '../../../kernel/texts.ts'
import { roleGrantsContract } from './role-grants.contract.ts'
import { rolesContract, rolesFilter } from './roles.contract.ts'

const maxElements = 200
const endpoint = roleGrantsContract.updateElements
const elems = z
  .array(id)
  .check(
    z.minLength(1, '请选择权限点'),
    z.maxLength(maxElements, { error: () => t('最多 {maxElements} 个权限点', { maxElements }) }),
  )
export const bulkElements = z.object({ elems })
/** A user of two of the roles counts twice. */
const impact = { gains: '获得权限的人次', losses: '失去权限的人次' }

export const rolesBulk = defineBulk({
  entity: 'role',
  noun: '角色',
  list: rolesContract.list,
  filter: rolesFilter,
  operations: {
    giveElements: { title: '授予角色权限点', endpoint, undo: { endpoint }, input: bulkElements, impact },
    takeElements: { title: '移除角色权限点', endpoint, undo: { endpoint }, input: bulkElements, impact },
  },
})
