import { quotaKinds } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import type { OwnTenant } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import type { UsageDay } from '@atrium/contract/features/tenancy/tenants/tenant-usage.ts'
import { lazy, Suspense, useMemo } from 'react'
import { effectiveQuota } from './tenant-quotas.ts'
import type { UsageHistoryProps } from './usage-history.tsx'

export const UsageHistory = lazy(async () => ({ default: (await import('./usage-history.tsx')).UsageHistory }))

/** Usage of the last year, drawn once it is read. */
export const UsageSlot = ({ tenant, days }: { tenant: OwnTenant; days: readonly UsageDay[] | undefined }) => {
  const limits = useMemo(
    () =>
      Object.fromEntries(quotaKinds.map((kind) => [kind, effectiveQuota(tenant, kind)])) as UsageHistoryProps['limits'],
    [tenant],
  )
  return <Suspense>{days && <UsageHistory limits={limits} days={days} />}</Suspense>
}
