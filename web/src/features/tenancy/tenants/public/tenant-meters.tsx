import { quotaKinds } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { useRead } from '../../../../kernel/api/use-read.ts'
import { ReadState } from '../../../../kernel/page/read-state.tsx'
import { formatUsage, quotaWords } from '../../plans/public/quota-words.ts'
import { TenantWarnings } from '../tenant-facts.tsx'
import { effectiveQuota } from '../tenant-quotas.ts'
import { listWarnings } from '../tenant-warnings.ts'
import { UsageBar } from './tenant-cells.tsx'
import './tenancy.css'

/** What the tenant of a company uses of its limits, in bars one below the other, with warnings. */
export const TenantMeters = ({ companyId }: { companyId: string }) => (
  <ReadState read={useRead(tenantsContract.tenant, { params: { id: companyId } })}>
    {(tenant) => (
      <>
        <TenantWarnings warnings={listWarnings(tenant)} />
        <dl className="tenancy-meters">
          {quotaKinds.map((kind) => {
            const limit = effectiveQuota(tenant, kind)
            const { used: label } = quotaWords[kind]
            return (
              <div key={kind}>
                <dt>{label}</dt>
                <dd>{formatUsage(kind, tenant.usage[kind], limit)}</dd>
                {limit !== null && (
                  <dd className="tenancy-meters-bar">
                    <UsageBar label={label} used={tenant.usage[kind]} limit={limit} />
                  </dd>
                )}
              </div>
            )
          })}
        </dl>
      </>
    )}
  </ReadState>
)
