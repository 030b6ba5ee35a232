import { soonDays } from '@atrium/contract/features/companies/companies.contract.ts'
import { ownTenantContract } from '@atrium/contract/features/companies/own-tenant.contract.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Actor, RequestScope } from '../../kernel/scope.ts'
import { wallClock } from '../../kernel/wall-clock.ts'
import { wornRoles } from '../access/index.ts'
import { tenantsRepository as repository } from './tenants.repository.ts'

const soon = soonDays * 86_400_000
const isSoon = (time: string) => Date.parse(time) - Date.now() <= soon

/** Whether it is up to somebody that his company's term goes on. A guest's own company is another one. */
const looksAfter = async (db: Db, { companyId, userId, acting }: Actor, adminId: string | null) =>
  !acting && (userId === adminId || (await wornRoles.keepers(db, companyId)).some(({ id }) => id === userId))

/**
 * What somebody should know of the tenant of his company, in a sentence with the times of his zone; empty while all is well. That
 * it ends soon is told to those alone who look after the company.
 */
export const tenantNotice = async ({ db, actor, origin }: RequestScope): Promise<string> => {
  const tenant = await repository.state(db, actor.companyId)
  if (!tenant?.expireTime) return ''
  const { state, expireTime, graceDays, adminId } = tenant
  const shown = (time: string) => wallClock(origin.timeZone, new Date(time))
  const ends = shown(expireTime)
  switch (state) {
    case 'trial':
    case 'active': {
      if (!isSoon(expireTime) || !(await looksAfter(db, actor, adminId))) return ''
      const then = graceDays > 0 ? '之后只能查看，不能修改' : '之后只有企业管理员可以登录查看'
      return `企业服务将于 ${ends} 到期，${then}，请尽快联系平台续期`
    }
    case 'grace':
      return `企业服务已于 ${ends} 到期，宽限期至 ${shown(tenant.graceUntil ?? expireTime)}，期间只能查看，不能修改`
    case 'expired': {
      const besides = actor.decide(ownTenantContract.exportData).allowed ? '，也可以在“企业服务”下载企业数据' : ''
      return `企业服务已于 ${ends} 到期，只有企业管理员可以登录查看，请联系平台续期${besides}`
    }
    default:
      return ''
  }
}
