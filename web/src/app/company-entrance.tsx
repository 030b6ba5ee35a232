import { useEffect, useEffectEvent } from 'react'
import { toCompanyDestination } from '../features/governance/visits/destination.ts'
import { useEnterCompany } from '../features/governance/visits/use-enter-company.tsx'

type Company = { id: string; name: string }

/** Visits a company: each object that is given is one visit. */
export const CompanyEntrance = ({ company }: { company: Company }) => {
  const [dialog, enter] = useEnterCompany()
  const begin = useEffectEvent(({ id, name }: Company) =>
    enter(toCompanyDestination({ companyId: id, name, pinned: false })),
  )
  useEffect(() => void begin(company), [company])
  return dialog
}
