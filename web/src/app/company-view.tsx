import { switchingContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { lazy } from 'react'
import { toCompanyDestination } from '../features/governance/visits/destination.ts'
import { useEnterCompany } from '../features/governance/visits/use-enter-company.tsx'
import { CompanyPage } from '../features/tenancy/companies/page/company-page.tsx'
import { useCan } from '../kernel/access/use-can.ts'
import { moduleTabs } from './module-surface.tsx'

// Lazy: its forms and what other features know of it are seldom opened.
const CompanyTenant = lazy(async () => ({ default: (await import('./company-tenant.tsx')).CompanyTenant }))

/** The page of one company, from which it can be visited. */
export const CompanyView = () => {
  const [dialog, enter] = useEnterCompany()
  const canEnter = useCan(switchingContract.switch)
  return (
    <>
      <CompanyPage
        Tenant={CompanyTenant}
        moreTabs={moduleTabs.companies}
        enter={
          canEnter
            ? ({ id, name }) => void enter(toCompanyDestination({ companyId: id, name, pinned: false }))
            : undefined
        }
      />
      {dialog}
    </>
  )
}
