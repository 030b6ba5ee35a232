import { OwnArchive } from '../features/tenancy/archive/download-data.tsx'
import { OwnTenantPage } from '../features/tenancy/tenants/own-tenant-page.tsx'

/** The tenant of the caller's company, with its archive. */
export const OwnTenantView = () => <OwnTenantPage Archive={OwnArchive} />
