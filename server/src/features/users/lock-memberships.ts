import type { Db } from '../../kernel/db/database.ts'
import type { AuditNote } from '../../kernel/scope.ts'
import { membershipsRepository } from './memberships.repository.ts'
import type { Owner } from './users.repository.ts'

const reason = '登录账号的密码或联系方式被其所属企业修改，请与本人核实后再解锁'

/**
 * Locks the memberships of somebody whose way in was changed by somebody else, until the companies concerned have made
 * sure of him: nobody gets into another company by resetting a password at home. Out: what their logs say of it.
 */
export const holdMemberships = async (
  db: Db,
  principal: Owner,
  event: string,
): Promise<NonNullable<AuditNote['parts']>> =>
  (await membershipsRepository.lock(db, principal, reason)).map(({ companyId, id, name }) => ({
    event,
    companyId,
    entityId: id,
    entityName: name,
    before: { locked: false },
    after: { locked: true, reason, until: null },
  }))
