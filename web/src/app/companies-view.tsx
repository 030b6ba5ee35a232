import { switchingContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { lazy, Suspense, useState } from 'react'
import { CompaniesPage } from '../features/tenancy/companies/companies-page.tsx'
import { useCan } from '../kernel/access/use-can.ts'

// Lazy: its forms and what other features know of it are seldom opened.
const CompanyTenant = lazy(async () => ({ default: (await import('./company-tenant.tsx')).CompanyTenant }))
const CompanyEntrance = lazy(async () => ({ default: (await import('./company-entrance.tsx')).CompanyEntrance }))

/** Companies, each with its tenant; one can be visited. */
export const CompaniesView = () => {
  const canEnter = useCan(switchingContract.switch)
  const [entered, enter] = useState<{ id: string; name: string }>()
  return (
    <>
      <CompaniesPage Tenant={CompanyTenant} enter={canEnter ? ({ id, name }) => enter({ id, name }) : undefined} />
      {entered && (
        <Suspense>
          <CompanyEntrance company={entered} />
        </Suspense>
      )}
    </>
  )
}
