import { OrganizationPage } from '../features/people/organizations/page/organization-page.tsx'
import { moduleTabs } from './module-surface.tsx'

/** The page of one organisation, with the tabs of modules. */
export const OrganizationView = () => <OrganizationPage moreTabs={moduleTabs.organizations} />
