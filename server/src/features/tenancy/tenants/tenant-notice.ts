import { ownTenantContract } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import { expiryNoticeDays } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Actor, RequestScope } from '../../../kernel/scope.ts'
import { wallClock } from '../../../kernel/wall-clock.ts'
import { roleAssignments } from '../../access/authorization/index.ts'
import type { TenantTerm } from './tenant-fragments.repository.ts'

const noticeMs = expiryNoticeDays * 86_400_000
const isSoon = (time: string) => Date.parse(time) - Date.now() <= noticeMs

/** Whether the actor is an administrator of their own company; false during a visit. */
const isCompanyAdmin = async (db: Db, { companyId, userId, acting }: Actor, adminId: string | null) =>
  !acting &&
  (userId === adminId || (await roleAssignments.companyAdmins(db, companyId)).some(({ id }) => id === userId))

/**
 * Notice about the end of the tenant's term, with times in the caller's zone; empty if there is none. An approaching
 * end is shown to administrators only.
 */
export const tenantNotice = async ({ db, actor, origin }: RequestScope, term: TenantTerm): Promise<string> => {
  const { state, expireTime, graceDays, adminId } = term
  if (expireTime === null) return ''
  const formatTime = (time: string) => wallClock(origin.timeZone, new Date(time))
  const endText = formatTime(expireTime)
  switch (state) {
    case 'trial':
    case 'active': {
      if (!isSoon(expireTime) || !(await isCompanyAdmin(db, actor, adminId))) return ''
      const consequence = (graceDays ?? 0) > 0 ? t('之后仅可查看，不能修改') : t('之后仅公司管理员可登录查看')
      return t('公司服务将于 {endText} 到期，{consequence}，请尽快联系平台续期', { endText, consequence })
    }
    case 'grace':
      return t('公司服务已于 {endText} 到期，宽限期至 {graceUntil}，期间仅可查看，不能修改', {
        endText,
        graceUntil: formatTime(term.graceUntil ?? expireTime),
      })
    case 'expired': {
      const exportHint = actor.decide(ownTenantContract.exportData).allowed ? t('，也可在“服务与用量”下载公司数据') : ''
      return t('公司服务已于 {endText} 到期，仅公司管理员可登录查看，请联系平台续期{exportHint}', {
        endText,
        exportHint,
      })
    }
    default:
      return ''
  }
}
