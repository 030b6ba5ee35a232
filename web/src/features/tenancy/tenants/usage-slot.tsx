import type { OwnTenant } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import type { UsageDay } from '@atrium/contract/features/tenancy/tenants/tenant-usage.ts'
import { lazy, Suspense } from 'react'

const UsageHistory = lazy(async () => ({ default: (await import('./usage-history.tsx')).UsageHistory }))

/** Usage of the last year, drawn once it is read. */
export const UsageSlot = ({ tenant, days }: { tenant: OwnTenant; days: readonly UsageDay[] | undefined }) => (
  <Suspense>{days && <UsageHistory tenant={tenant} days={days} />}</Suspense>
)
