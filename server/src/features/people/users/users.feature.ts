import { userBatchContract } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { userPortraitsContract } from '@atrium/contract/features/people/users/user-portraits.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { findOptions } from '../../../kernel/db/find-options.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { AskModules } from '../../../kernel/module-hooks.ts'
import { findRoleOptions, type ProductMenus } from '../../access/authorization/index.ts'
import { createUserBatch } from './batch/user-batch.service.ts'
import { createUserBulks } from './batch/user-bulk.ts'
import { createUserSource } from './export/user-sheet.ts'
import { resolveUsers } from './import/imported-users.repository.ts'
import { createUserBatchWriter } from './import/user-batch-writer.ts'
import { findPortraits } from './listing/user-portraits.repository.ts'
import { lockMemberships } from './memberships/lock-memberships.ts'
import { userOptions } from './options/user-options.repository.ts'
import { userFieldMasks } from './restrictions/user-field-masks.ts'
import { createEffectiveRights } from './roles/effective-rights.ts'
import { createUserRoles } from './roles/user-roles.service.ts'
import { createUserStatus } from './status/user-status.service.ts'
import { createUnknownAccount } from './unknown-account.ts'
import { type Owner, usersRepository } from './users.repository.ts'
import { createUsers } from './users.service.ts'
import { restoredUsers } from './writing/restored-users.ts'

/** Accounts of company administrators, for the companies feature below. */
const adminAccounts = {
  addUser: usersRepository.addUser,
  findByAccount: usersRepository.findByAccount,
  find: usersRepository.find,
  lockMemberships: (db: Db, { companyId, userId }: Owner) => lockMemberships(db, companyId, [userId]),
}

/** Users are deleted 30 days after they were moved to the recycle bin; dependent rows cascade. */
export const usersRetention = [`delete from users where deleted_at < now() - interval '30 days'`]

type Ports = Omit<Parameters<typeof createUsers>[0], 'source'> & { productMenus: ProductMenus; askModules: AskModules }

/** Users of a company. Offers them, their role assignments and status, the administrators, and names for unknown accounts. */
export const createUsersFeature = (ports: Ports) => {
  const userRoles = createUserRoles(ports.sessions, ports.confirmAssignments)
  const effectiveRights = createEffectiveRights(ports.productMenus)
  const userStatus = createUserStatus(ports.sessions, ports.askModules)
  const source = createUserSource(createUserBatchWriter(ports))
  const users = createUsers({ ...ports, source })
  const userBatch = createUserBatch({ ...ports, userStatus, userRoles })
  return {
    adminAccounts,
    restoredUsers,
    userRoles,
    userStatus,
    unknownAccount: createUnknownAccount(ports.secrets),
    managedUsers: users,
    routes: [
      ...implement(usersContract, {
        ...users,
        options: ({ db, actor }, id, query) => findOptions(id, query, userOptions(db, actor)),
        exportUsers: users.export,
      }),
      ...implement(userStatusContract, {
        ...userStatus,
        remove: (scope, id, body) => userStatus.remove(scope, id, body.handoverTo),
      }),
      ...implement(userRolesContract, {
        roles: userRoles.list,
        offeredRoles: (scope, id, query) => findRoleOptions(scope, id, query.keyword),
        assignRoles: userRoles.assign,
        effective: effectiveRights.read,
      }),
      ...implement(userBatchContract, userBatch),
      ...implement(userPortraitsContract, {
        portraits: ({ db, actor }, query) => findPortraits(db, actor, query.ids),
      }),
    ],
    sheets: [source],
    sheetReferences: { user: resolveUsers },
    bulks: createUserBulks({ ...ports, users, userStatus, userRoles }),
    customTables: [{ entity: 'user', table: 'users' }] as const,
    dictionaryUses: [{ group: 'sex', table: 'users', column: 'sex', name: '用户的性别' }] as const,
    constraints: {
      users__one_membership: { ...usersErrors.alreadyMember, field: 'id' },
      users__signs_in_elsewhere: { ...usersErrors.signsInElsewhere, field: 'id' },
    },
    fieldMasks: userFieldMasks,
    retention: usersRetention,
  }
}
