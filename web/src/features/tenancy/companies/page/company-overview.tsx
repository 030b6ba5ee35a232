import type { CompanyDetail } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { ObjectCard, ObjectCards } from '../../../../ui/object-page/object-page.tsx'
import { t } from '../../../../ui/texts.ts'
import { TenantUsage } from '../../tenants/public/tenant-usage.tsx'
import { CompanyFacts } from '../company-facts.tsx'

/** How much of its service a company uses, and what is known of it. */
export const CompanyOverview = ({ company, canSeeTenant }: { company: CompanyDetail; canSeeTenant: boolean }) => (
  <ObjectCards>
    {canSeeTenant && (
      <ObjectCard title={t('用量')}>
        <TenantUsage companyId={company.id} />
      </ObjectCard>
    )}
    <ObjectCard title={t('公司资料')}>
      <CompanyFacts company={company} />
    </ObjectCard>
  </ObjectCards>
)
