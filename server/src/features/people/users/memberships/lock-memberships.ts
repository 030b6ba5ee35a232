import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import type { AuditSideEffects } from '../../../../kernel/scope.ts'
import { membershipsRepository } from './memberships.repository.ts'

const reason = '登录账号的密码或联系方式被其所属公司修改，请与本人核实后再解锁'

/**
 * Locks all memberships of principals whose credentials were changed by an administrator, until the other companies
 * have verified the people: resetting a password at home must not open another company.
 * @returns side effects for the audit log for those companies
 */
export const lockMemberships = async (
  db: Db,
  companyId: string,
  userIds: readonly string[],
): Promise<AuditSideEffects> => {
  if (userIds.length === 0) return []
  const locked = await membershipsRepository.lockAll(db, companyId, userIds, reason)
  return locked.map((member) => ({
    event: userStatusContract.lock.audit.event,
    companyId: member.companyId,
    entityId: member.id,
    entityName: member.name,
    before: { locked: false },
    after: { locked: true, reason, until: null },
  }))
}
