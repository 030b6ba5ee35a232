import type { Db } from '../../../kernel/db/database.ts'
import type { AuditNote } from '../../../kernel/scope.ts'
import { membershipsRepository } from './memberships.repository.ts'
import type { Owner } from './users.repository.ts'

const reason = '登录账号的密码或联系方式被其所属公司修改，请与本人核实后再解锁'

/**
 * Locks all memberships of a principal whose credentials were changed by an administrator, until the other companies
 * have verified the person: resetting a password at home must not open another company. Returns audit parts for those
 * companies.
 */
export const lockMemberships = async (
  db: Db,
  principal: Owner,
  event: string,
): Promise<NonNullable<AuditNote['parts']>> =>
  (await membershipsRepository.lockAll(db, principal, reason)).map(({ companyId, id, name }) => ({
    event,
    companyId,
    entityId: id,
    entityName: name,
    before: { locked: false },
    after: { locked: true, reason, until: null },
  }))
