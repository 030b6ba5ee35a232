import type { bulkPlan, bulkTenantExpiry } from '@atrium/contract/features/tenancy/companies/companies.bulk.ts'
import type * as z from 'zod/mini'
import { DateTimeField, SearchSelectField } from '../../../kernel/forms/fields.tsx'
import { t } from '../../../ui/texts.ts'
import { findPlans } from '../plans/public/find-plans.ts'

/** The plan that tenants are given. */
export const PlanFields = () => (
  <SearchSelectField<z.output<typeof bulkPlan>>
    name="planId"
    required
    find={findPlans}
    placeholder={t('输入名称、编码查找')}
    help={t('公司单独设置的上限不变')}
  />
)
/** When tenants expire. */
export const ExpiryFields = () => (
  <DateTimeField<z.output<typeof bulkTenantExpiry>>
    name="expireTime"
    placeholder={t('长期有效')}
    help={t('不填则长期有效')}
  />
)
