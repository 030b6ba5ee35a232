import type { CompanyRow } from '@atrium/contract/features/companies/companies.contract.ts'
import { useState } from 'react'
import { useMedia } from '../../ui/use-media.ts'
import { CompanyList } from './company-list.tsx'
import { CompanyPanel } from './company-panel.tsx'
import './companies.css'

/** The companies and, where there is room, everything about the selected one beside them. */
export const CompaniesPage = () => {
  const beside = useMedia('(min-width: 1200px)')
  const [selected, setSelected] = useState<CompanyRow>()
  return (
    <div className={beside ? 'companies-beside' : undefined}>
      <div className="companies-list">
        <CompanyList beside={beside} onSelect={setSelected} />
      </div>
      {beside && <div className="companies-panel">{selected && <CompanyPanel id={selected.id} />}</div>}
    </div>
  )
}
