import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { Suspense, use, useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { usePage } from '../../../kernel/page/page-context.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { RowTimeline, useCanSeeTimelines } from '../../../kernel/timeline/timeline-action.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CompanyState } from './company-cells.tsx'
import { CompanyFacts } from './company-facts.tsx'
import { SubsidiariesTab } from './subsidiaries-tab.tsx'
import { TenantSlot } from './tenant-slot.ts'
import './companies.css'

type Tab = 'basic' | 'tenant' | 'subsidiaries' | 'timeline'

/** A company beside the list, to be compared: its data, tenant, subsidiaries and history. */
export const CompanyPanel = ({ id }: { id: string }) => {
  const { path } = usePage()
  const [tab, setTab] = useState<Tab>('basic')
  const Tenant = use(TenantSlot)
  const canSeeTenant = useCan(tenantsContract.tenant)
  const canSeeTimeline = useCanSeeTimelines()
  const read = useRead(companiesContract.get, { params: { id } })
  const tabs = [
    { key: 'basic' as const, text: '基本信息' },
    ...(canSeeTenant ? [{ key: 'tenant' as const, text: '租户' }] : []),
    { key: 'subsidiaries' as const, text: '子公司' },
    ...(canSeeTimeline ? [{ key: 'timeline' as const, text: '变更记录' }] : []),
  ]
  return (
    <ReadState read={read}>
      {(company) => (
        <>
          <header className="company-panel-head">
            <h2>
              <Link to={`${path}/${id}`}>{company.name}</Link>
            </h2>
            <CompanyState {...company} lock={null} />
          </header>
          <PlainTabs label="公司" tabs={tabs} active={tab} onSelect={setTab}>
            {tab === 'basic' && <CompanyFacts company={company} />}
            {tab === 'tenant' && (
              <Suspense fallback={<Skeleton lines={6} />}>
                <Tenant companyId={id} />
              </Suspense>
            )}
            {tab === 'subsidiaries' && <SubsidiariesTab company={company} />}
            {tab === 'timeline' && <RowTimeline entity="company" id={id} />}
          </PlainTabs>
        </>
      )}
    </ReadState>
  )
}
