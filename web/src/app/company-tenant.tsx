import type { Tenant } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { CloseTenant, ReopenTenant } from '../features/tenancy/archive/close-tenant.tsx'
import { ExportTenant } from '../features/tenancy/archive/download-data.tsx'
import { BrandingSection } from '../features/tenancy/branding/branding-section.tsx'
import { DomainsSection } from '../features/tenancy/branding/domains-section.tsx'
import { SetUpSteps } from '../features/tenancy/companies/set-up.tsx'
import { RecoverData } from '../features/tenancy/recovery/recover-data.tsx'
import { TenantService, TenantSettings } from '../features/tenancy/tenants/tenant-actions.tsx'
import { type TenantSectionProps, TenantTab } from '../features/tenancy/tenants/tenant-tab.tsx'

const Actions = ({ tenant }: { tenant: Tenant }) =>
  tenant.state === 'closing' ? (
    <>
      <ReopenTenant tenant={tenant} />
      <ExportTenant tenant={tenant} />
    </>
  ) : (
    <>
      <TenantSettings tenant={tenant} />
      <ExportTenant tenant={tenant} />
      <RecoverData tenant={tenant} />
      <TenantService tenant={tenant} />
      <CloseTenant tenant={tenant} />
    </>
  )

const Sections = ({ tenant, companyId, isShared }: TenantSectionProps) => (
  <>
    <BrandingSection tenant={tenant} isShared={isShared} />
    <DomainsSection tenant={tenant} isShared={isShared} />
    <SetUpSteps companyId={companyId} steps={tenant.setUp} />
  </>
)

/** The tenant of a company, with its branding and domains. */
export const CompanyTenant = ({ companyId }: { companyId: string }) => (
  <TenantTab companyId={companyId} Actions={Actions} Sections={Sections} />
)
