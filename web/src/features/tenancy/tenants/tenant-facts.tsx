import { quotaKinds } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import type { OwnTenant } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import type { ReactNode } from 'react'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { Note } from '../../../ui/note.tsx'
import { Time } from '../../../ui/time.tsx'
import { quotaWords } from '../plans/public/quota-words.ts'
import { Expiry, TenantState, Usage } from './public/tenant-cells.tsx'
import { effectiveQuota } from './tenant-quotas.ts'
import { tenantLabels } from './tenant-words.ts'

const listFacts = (tenant: OwnTenant): Record<string, ReactNode> => ({
  状态: <TenantState state={tenant.state} />,
  套餐: tenant.planName,
  ...Object.fromEntries(
    quotaKinds.map((kind) => [
      quotaWords[kind].used,
      <Usage key={kind} kind={kind} used={tenant.usage[kind]} limit={effectiveQuota(tenant, kind)} />,
    ]),
  ),
  公司数: tenant.usage.companies,
  [tenantLabels.startTime]: <Time at={tenant.startTime} />,
  [tenantLabels.expireTime]: <Expiry at={tenant.expireTime} />,
  宽限期至: tenant.graceUntil && <Time at={tenant.graceUntil} />,
})

/** Terms and usage of a tenant. */
export const TenantFacts = ({ tenant }: { tenant: OwnTenant }) => <Facts facts={listFacts(tenant)} />

/** Warnings shown above a tenant, one sentence each. */
export const TenantWarnings = ({ warnings }: { warnings: readonly string[] }) =>
  warnings.map((warning) => (
    <Note key={warning} tone="warn">
      {warning}
    </Note>
  ))
