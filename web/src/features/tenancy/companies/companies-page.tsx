import type { CompanyRow } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { type ComponentProps, useState } from 'react'
import { useMedia } from '../../../ui/use-media.ts'
import { CompanyList } from './company-list.tsx'
import { CompanyPanel } from './company-panel.tsx'
import { TenantSlot } from './tenant-slot.ts'
import './companies.css'

type CompaniesPageProps = {
  /** Shows the tenant of a company. */
  Tenant: ComponentProps<typeof TenantSlot>['value']
}

/** The company list, with a panel of the selected company on wide screens. */
export const CompaniesPage = ({ Tenant }: CompaniesPageProps) => {
  const isWide = useMedia('(min-width: 1200px)')
  const [selected, setSelected] = useState<CompanyRow>()
  return (
    <TenantSlot value={Tenant}>
      <div className={isWide ? 'companies-beside' : undefined}>
        <div className="companies-list">
          <CompanyList hasPanel={isWide} onSelect={setSelected} />
        </div>
        {isWide && <div className="companies-panel">{selected && <CompanyPanel id={selected.id} />}</div>}
      </div>
    </TenantSlot>
  )
}
