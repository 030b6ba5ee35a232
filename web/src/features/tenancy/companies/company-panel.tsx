import {
  type CompanyDetail,
  companiesContract,
} from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { lazy, type ReactNode, Suspense, use, useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { RowTimeline, useCanSeeTimelines } from '../../../kernel/timeline/timeline-action.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { Time } from '../../../ui/time.tsx'
import { DictTag } from '../../system/dictionaries/public/dictionary-controls.tsx'
import { CompanyState, lockText } from './company-cells.tsx'
import { fieldLabels } from './company-words.ts'
import { SubsidiariesTab } from './subsidiaries-tab.tsx'
import { TenantSlot } from './tenant-slot.ts'
import './companies.css'

const AreaText = lazy(async () => ({ default: (await import('../../system/areas/public/area-text.tsx')).AreaText }))

type Tab = 'basic' | 'tenant' | 'subsidiaries' | 'timeline'

const listFacts = (company: CompanyDetail): Record<string, ReactNode> => ({
  状态: <CompanyState {...company} lock={null} />,
  锁定原因: company.lock && lockText(company.lock),
  [fieldLabels.shortName]: company.shortName,
  [fieldLabels.code]: company.code && <code>{company.code}</code>,
  [fieldLabels.creditCode]: company.creditCode && <code>{company.creditCode}</code>,
  [fieldLabels.parent]: company.parentName,
  [fieldLabels.legal]: company.legal,
  [fieldLabels.contact]: company.contact,
  [fieldLabels.phone]: company.phone,
  [fieldLabels.email]: company.email,
  [fieldLabels.industry]: company.industry && <DictTag group="industry" code={company.industry} />,
  [fieldLabels.size]: company.size && <DictTag group="companySize" code={company.size} />,
  [fieldLabels.areaCode]: company.areaCode && (
    <Suspense>
      <AreaText code={company.areaCode} />
    </Suspense>
  ),
  [fieldLabels.address]: company.address,
  管理员: company.adminAccount ? `${company.adminName}（${company.adminAccount}）` : '无',
  用户: `${company.users} 人`,
  [fieldLabels.remark]: company.remark,
  创建: (
    <>
      <Time at={company.createTime} /> {company.createBy.name}
    </>
  ),
  最后修改: (
    <>
      <Time at={company.updateTime} /> {company.updateBy.name}
    </>
  ),
})

/** Details of a company: its data, tenant, subsidiaries and history. */
export const CompanyPanel = ({ id }: { id: string }) => {
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
            <h2>{company.name}</h2>
            <CompanyState {...company} lock={null} />
          </header>
          <PlainTabs label="公司" tabs={tabs} active={tab} onSelect={setTab}>
            {tab === 'basic' && <Facts facts={listFacts(company)} />}
            {tab === 'tenant' && <Tenant companyId={id} />}
            {tab === 'subsidiaries' && <SubsidiariesTab company={company} />}
            {tab === 'timeline' && <RowTimeline entity="company" id={id} />}
          </PlainTabs>
        </>
      )}
    </ReadState>
  )
}
