import { companiesContract, type Tenant, tenantUpdate } from '@atrium/contract/features/companies/companies.contract.ts'
import { plansContract } from '@atrium/contract/features/plans/plans.contract.ts'
import { quotaFields, quotasOf } from '@atrium/contract/features/plans/quotas.ts'
import type * as z from 'zod/mini'
import { useRead, useWrite } from '../../kernel/api/use-endpoint.ts'
import { DrawerForm } from '../../kernel/forms/drawer-form.tsx'
import { DateTimeField, NumberField, SearchSelectField, SwitchField } from '../../kernel/forms/fields.tsx'
import { useFieldValue } from '../../ui/form.tsx'
import { formatMoment } from '../../ui/time.tsx'
import { affected } from './affected-reads.ts'
import { tenantLabels } from './company-words.ts'
import { findPlans } from './find-plans.ts'
import { QuotaInputs } from './quota-inputs.tsx'
import { quotaText, quotaTexts } from './quota-words.ts'
import { usePlanImpact } from './use-plan-impact.tsx'

type Values = z.input<typeof tenantUpdate>

/** What an empty field means follows the plan that is chosen, before it is saved. */
const TenantQuotas = ({ tenant }: { tenant: Tenant }) => {
  const chosen = useFieldValue('planId')
  const id = typeof chosen === 'string' ? chosen : tenant.planId
  const { data, isPlaceholderData } = useRead(
    plansContract.get,
    { params: { id } },
    { enabled: id !== tenant.planId, toasts: false },
  )
  const quotas = id === tenant.planId ? tenant.planQuotas : isPlaceholderData ? undefined : data
  return <QuotaInputs none={(kind) => `按套餐${quotas ? `：${quotaText(kind, quotas[quotaFields[kind]])}` : ''}`} />
}

/** Changes what was agreed on with a tenant; another plan shows first who loses what. */
export const TenantForm = ({ tenant, onClosed }: { tenant: Tenant; onClosed: () => void }) => {
  const [card, confirms, isRead] = usePlanImpact(`更换“${tenant.companyName}”的套餐`)
  const write = useWrite(companiesContract.updateTenant, { confirms, invalidates: affected })
  const { companyId, planId, startTime, expireTime, graceDays, trial, version } = tenant
  return (
    <>
      <DrawerForm
        title={`租户设置：${tenant.companyName}`}
        schema={tenantUpdate}
        labels={tenantLabels}
        show={{
          planId: (id) => (id === planId ? tenant.planName : '另一个套餐'),
          startTime: formatMoment,
          expireTime: (at) => (at ? formatMoment(at) : '长期有效'),
          ...quotaTexts('按套餐'),
        }}
        initial={{ planId, startTime, expireTime, graceDays, trial, ...quotasOf(tenant), version }}
        busy={write.isPending && !isRead}
        error={write.error}
        onSubmit={(body) => write.mutateAsync({ params: { id: companyId }, body })}
        onClosed={onClosed}
      >
        <SearchSelectField<Values> name="planId" find={findPlans} help="更换后，超出新套餐的权限会从所有角色收回" />
        <DateTimeField<Values> name="startTime" placeholder="请选择" />
        <DateTimeField<Values> name="expireTime" placeholder="长期有效" />
        <NumberField<Values> name="graceDays" help="到期后这些天内可以查看、不能修改；之后只有管理员可以登录" />
        <TenantQuotas tenant={tenant} />
        <SwitchField<Values> name="trial" />
      </DrawerForm>
      {card}
    </>
  )
}
