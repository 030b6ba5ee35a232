import { EnterCompany } from '../features/governance/visits/enter-company.tsx'
import { FindPersonPage } from '../features/people/find-person/find-person-page.tsx'

/** Finding a person across companies, and switching to theirs. */
export const FindPersonView = () => <FindPersonPage Enter={EnterCompany} />
