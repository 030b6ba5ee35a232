import { stateNames, tenantStateNames } from '@atrium/contract/features/tenancy/companies/company-words.ts'
import type { Columns } from '../../../kernel/list-export.ts'
import type { ListedCompany } from './managed-companies.repository.ts'

export const companyColumns: Columns<ListedCompany> = {
  公司: ({ name }) => name,
  简称: ({ shortName }) => shortName,
  编码: ({ code }) => code,
  状态: ({ status }) => stateNames[status as keyof typeof stateNames],
  锁定原因: ({ lockReason, status }) => (status === 2 ? lockReason : ''),
  上级公司: ({ parentName }) => parentName,
  租户状态: ({ state }) => tenantStateNames[state],
  套餐: ({ planName }) => planName,
  用户数: ({ tenantUsers }) => String(tenantUsers),
  用户上限: ({ mostUsers }) => (mostUsers === null ? '不限' : String(mostUsers)),
  管理员账号: ({ adminAccount }) => adminAccount,
  管理员姓名: ({ adminName }) => adminName,
  到期时间: ({ expireTime }, clock) => clock(expireTime),
  创建时间: ({ createTime }, clock) => clock(createTime),
}
