import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { useRead } from '../../../../kernel/api/use-read.ts'
import { ReadState } from '../../../../kernel/page/read-state.tsx'
import { t } from '../../../../ui/texts.ts'
import { TenantFacts, TenantWarnings } from '../tenant-facts.tsx'
import { listWarnings } from '../tenant-warnings.ts'
import './tenancy.css'

/** What the tenant of a company uses of its limits, with warnings. */
export const TenantUsage = ({ companyId }: { companyId: string }) => (
  <ReadState read={useRead(tenantsContract.tenant, { params: { id: companyId } })}>
    {(tenant) => (
      <div>
        {tenant.companyId !== companyId && (
          <p className="tenancy-lead">
            {t('与“{companyName}”共用，用量由全部公司合计。', { companyName: tenant.companyName })}
          </p>
        )}
        <TenantWarnings warnings={listWarnings(tenant)} />
        <TenantFacts tenant={tenant} />
      </div>
    )}
  </ReadState>
)
