import { plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { pickQuotas, quotaFields } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import {
  type Tenant,
  tenantsContract,
  type tenantUpdate,
} from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import type * as z from 'zod/mini'
import { useRead } from '../../../kernel/api/use-read.ts'
import { DateTimeField, NumberField, SearchSelectField, SwitchField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { useFieldValue } from '../../../ui/form.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { findPlans } from '../plans/public/find-plans.ts'
import { QuotaInputs } from '../plans/public/quota-inputs.tsx'
import { formatQuota, quotaFormatters } from '../plans/public/quota-words.ts'
import { usePlanImpact } from '../plans/public/use-plan-impact.tsx'
import { tenantReads } from './public/tenant-reads.ts'
import { tenantLabels } from './tenant-words.ts'

type Values = z.input<typeof tenantUpdate>

/** The hint of an empty field follows the chosen plan before it is saved. */
const TenantQuotas = ({ tenant }: { tenant: Tenant }) => {
  const chosen = useFieldValue('planId')
  const id = typeof chosen === 'string' ? chosen : tenant.planId
  const { data, isPlaceholderData } = useRead(
    plansContract.get,
    { params: { id } },
    { enabled: id !== tenant.planId, toasts: false },
  )
  const quotas = id === tenant.planId ? tenant.planQuotas : isPlaceholderData ? undefined : data
  return (
    <QuotaInputs
      none={(kind) =>
        quotas ? t('按套餐：{quota}', { quota: formatQuota(kind, quotas[quotaFields[kind]]) }) : t('按套餐')
      }
    />
  )
}

/** Changes the terms of a tenant; another plan shows first who loses rights. */
export const TenantForm = ({ tenant, onClosed }: { tenant: Tenant; onClosed: () => void }) => {
  const [card, confirms, isCardOpen] = usePlanImpact(
    t('更换“{companyName}”的套餐', { companyName: tenant.companyName }),
  )
  const { companyId, planId, startTime, expireTime, graceDays, trial, version } = tenant
  return (
    <>
      <WriteForm
        title={t('租户设置：{companyName}', { companyName: tenant.companyName })}
        act={t('保存')}
        endpoint={tenantsContract.updateTenant}
        params={{ id: companyId }}
        labels={tenantLabels}
        formatters={{
          planId: (id) => (id === planId ? tenant.planName : t('另一个套餐')),
          startTime: formatMoment,
          expireTime: (at) => (at ? formatMoment(at) : t('长期有效')),
          ...quotaFormatters(t('按套餐')),
        }}
        initial={{ planId, startTime, expireTime, graceDays, trial, ...pickQuotas(tenant), version }}
        confirms={confirms}
        invalidates={tenantReads}
        isAsking={isCardOpen}
        onClosed={onClosed}
      >
        <SearchSelectField<Values>
          name="planId"
          find={findPlans}
          help={t('更换后，超出新套餐的权限将从所有角色收回')}
        />
        <DateTimeField<Values> name="startTime" placeholder={t('请选择')} />
        <DateTimeField<Values> name="expireTime" placeholder={t('长期有效')} />
        <NumberField<Values> name="graceDays" help={t('到期后该天数内仅可查看、不能修改；之后仅管理员可登录')} />
        <TenantQuotas tenant={tenant} />
        <SwitchField<Values> name="trial" />
      </WriteForm>
      {card}
    </>
  )
}
