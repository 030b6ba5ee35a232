import type { CompanyDetail } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { expiryFigure } from '../../../../ui/object-page/expiry-figure.ts'
import type { Figure } from '../../../../ui/object-page/object-page.tsx'
import { t } from '../../../../ui/texts.ts'
import { sharePercent, usageLevel } from '../../tenants/public/usage-level.ts'

const tones = { near: 'warn', full: 'danger' } as const

const usersFigure = ({ tenantUsers, mostUsers, parent }: CompanyDetail): Figure => {
  const label = parent === null ? t('用户', { context: 'plural' }) : t('用户（与上级公司共用）')
  if (mostUsers === null) return { label, value: t('{tenantUsers} 人', { tenantUsers }), note: t('不限') }
  const level = usageLevel(tenantUsers, mostUsers)
  return {
    label,
    value: t('{tenantUsers} / {mostUsers} 人', { tenantUsers, mostUsers }),
    note: t('已用 {tenantUsers}%', { tenantUsers: sharePercent(tenantUsers, mostUsers) }),
    tone: level && tones[level],
  }
}

/** What the operator asks first about a company. */
export const companyFigures = (company: CompanyDetail): Figure[] => [
  usersFigure(company),
  { label: t('套餐'), value: company.tenant.planName },
  expiryFigure(t('服务到期'), company.tenant.expireTime),
  { label: t('管理员'), value: company.adminName || t('无'), note: company.adminAccount },
]
