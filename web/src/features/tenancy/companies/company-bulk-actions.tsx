import {
  bulkPlan,
  bulkTenantExpiry,
  companiesBulk,
  tenantsBulk,
} from '@atrium/contract/features/tenancy/companies/companies.bulk.ts'
import { type CompanyRow, companyLock } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { lazy } from 'react'
import type { BatchAction } from '../../../kernel/listing/batch-action.ts'
import { bulkAction } from '../../../kernel/listing/bulk-action.tsx'
import { t } from '../../../ui/texts.ts'
import { tenantReads } from '../tenants/public/tenant-reads.ts'

// Loaded when opened.
const fields = () => import('./company-bulk-fields.tsx')
const LockFields = lazy(async () => ({ default: (await import('./lock-fields.tsx')).LockFields }))
const PlanFields = lazy(async () => ({ default: (await fields()).PlanFields }))
const ExpiryFields = lazy(async () => ({ default: (await fields()).ExpiryFields }))

const [companies, tenants] = [
  { bulk: companiesBulk, invalidates: tenantReads },
  { bulk: tenantsBulk, invalidates: tenantReads },
]
/** What can be done with many companies, or with all that the list finds. */
export const companyBulkActions: readonly BatchAction<CompanyRow>[] = [
  bulkAction({
    ...tenants,
    operation: 'changePlan',
    label: t('变更套餐'),
    note: t('套餐中没有的权限将从各公司的角色中收回，新增的权限授予公司管理员。子公司随上级公司变更，无需勾选。'),
    form: { schema: bulkPlan, labels: { planId: t('套餐') }, initial: { planId: '' }, fields: <PlanFields /> },
  }),
  bulkAction({
    ...tenants,
    operation: 'expire',
    label: t('设置到期时间'),
    note: t('子公司随上级公司变更，无需勾选。'),
    form: {
      schema: bulkTenantExpiry,
      labels: { expireTime: t('到期时间') },
      initial: { expireTime: null },
      fields: <ExpiryFields />,
    },
  }),
  bulkAction({
    ...companies,
    operation: 'lock',
    label: t('锁定'),
    danger: true,
    note: t('所选公司的用户将立即退出登录，锁定期间不能登录；子公司不受影响。'),
    form: {
      schema: companyLock,
      labels: { reason: t('原因'), until: t('锁定至') },
      initial: { reason: '', until: null },
      fields: <LockFields />,
    },
  }),
  bulkAction({ ...companies, operation: 'unlock', label: t('解锁'), note: t('解锁后，所选公司的用户可立即登录。') }),
]
