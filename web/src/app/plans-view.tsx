import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { PlansPage } from '../features/tenancy/plans/plans-page.tsx'
import { PlanUsageDrawer } from '../features/tenancy/tenants/plan-usage-drawer.tsx'
import { t } from '../ui/texts.ts'

const acts = [{ label: t('用量走势'), endpoint: tenantsContract.planUsage, drawer: PlanUsageDrawer }]

/** Plans, with the usage of their tenants. */
export const PlansView = () => <PlansPage acts={acts} />
