import {
  type CompanyDetail,
  companiesContract,
} from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { X } from 'lucide-react'
import { Suspense, use, useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { usePage } from '../../../kernel/page/page-context.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { RowTimeline, useCanSeeTimelines } from '../../../kernel/timeline/timeline-action.tsx'
import { Button } from '../../../ui/button.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'
import { TenantMeters } from '../tenants/public/tenant-meters.tsx'
import { CompanyState } from './company-cells.tsx'
import { CompanyFacts } from './company-facts.tsx'
import { SubsidiariesTab } from './subsidiaries-tab.tsx'
import { TenantSlot } from './tenant-slot.ts'
import './company-panel.css'

type Tab = 'basic' | 'tenant' | 'subsidiaries' | 'timeline'

const PanelHead = ({ company, onClose }: { company: CompanyDetail; onClose: () => void }) => {
  const { path } = usePage()
  const { id, name, shortName, code } = company
  return (
    <header className="company-panel-head">
      <span className="company-panel-face" aria-hidden>
        {[...(shortName || name)][0]}
      </span>
      <div className="company-panel-words">
        <h2>
          <Link to={`${path}/${id}`}>{name}</Link>
        </h2>
        <p>{[code, shortName !== name && shortName].filter(Boolean).join(' · ')}</p>
      </div>
      <Button
        look="quiet"
        aria-label={t('关闭')}
        title={t('关闭')}
        icon={<X aria-hidden size={16} />}
        onClick={onClose}
      />
    </header>
  )
}

/** A company beside the list, to be compared: its usage and data, tenant, subsidiaries and history. */
export const CompanyPanel = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const [tab, setTab] = useState<Tab>('basic')
  const Tenant = use(TenantSlot)
  const canSeeTenant = useCan(tenantsContract.tenant)
  const canSeeTimeline = useCanSeeTimelines()
  const read = useRead(companiesContract.get, { params: { id } })
  const tabs = [
    { key: 'basic' as const, text: t('概况') },
    ...(canSeeTenant ? [{ key: 'tenant' as const, text: t('租户') }] : []),
    { key: 'subsidiaries' as const, text: t('子公司') },
    ...(canSeeTimeline ? [{ key: 'timeline' as const, text: t('变更记录') }] : []),
  ]
  return (
    <div className="company-panel">
      <ReadState read={read}>
        {(company) => (
          <>
            <PanelHead company={company} onClose={onClose} />
            <PlainTabs label={t('公司')} tabs={tabs} active={tab} onSelect={setTab}>
              {tab === 'basic' && (
                <>
                  {canSeeTenant && <TenantMeters companyId={id} />}
                  <CompanyFacts company={company} state={<CompanyState {...company} lock={null} />} />
                </>
              )}
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
    </div>
  )
}
