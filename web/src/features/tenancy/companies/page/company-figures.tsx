import type { CompanyDetail } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { expiryFigure } from '../../../../ui/object-page/expiry-figure.ts'
import type { Figure } from '../../../../ui/object-page/object-page.tsx'
import { sharePercent, usageLevel } from '../../tenants/public/usage-level.ts'

const tones = { near: 'warn', full: 'danger' } as const

const usersFigure = ({ tenantUsers, mostUsers, parent }: CompanyDetail): Figure => {
  const label = parent === null ? '用户' : '用户（与上级公司共用）'
  if (mostUsers === null) return { label, value: `${tenantUsers} 人`, note: '不限' }
  const level = usageLevel(tenantUsers, mostUsers)
  return {
    label,
    value: `${tenantUsers} / ${mostUsers} 人`,
    note: `已用 ${sharePercent(tenantUsers, mostUsers)}%`,
    tone: level && tones[level],
  }
}

/** What the operator asks first about a company. */
export const companyFigures = (company: CompanyDetail): Figure[] => [
  usersFigure(company),
  { label: '套餐', value: company.tenant.planName },
  expiryFigure('服务到期', company.tenant.expireTime),
  { label: '管理员', value: company.adminName || '无', note: company.adminAccount },
]
