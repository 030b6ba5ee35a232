import { defineBulk } from '../../../kernel/bulk.ts'
import { batchMove } from '../users/user-batch.contract.ts'
import { usersContract } from '../users/users.contract.ts'
import { usersFilter } from '../users/users-query.ts'
import { organizationsContract } from './organizations.contract.ts'

const endpoint = organizationsContract.changeMembers
const audited = usersContract.update

/** Users who change their primary organisation: who may change members may move them. */
export const userMovesBulk = defineBulk({
  entity: 'user',
  noun: '用户',
  list: usersContract.list,
  filter: usersFilter,
  operations: {
    move: {
      title: '调整用户组织',
      endpoint,
      audited,
      undo: { endpoint, audited },
      input: batchMove,
      impact: { gainingUsers: '获得权限的用户', losingUsers: '失去权限的用户' },
    },
  },
})
