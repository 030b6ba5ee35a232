import { OrganizationPage } from '../features/people/organizations/page/organization-page.tsx'
import { moduleTabs } from './module-surface.ts'

/** The page of one organisation, with the tabs of modules. */
export const OrganizationView = () => <OrganizationPage moreTabs={moduleTabs.organizations} />
