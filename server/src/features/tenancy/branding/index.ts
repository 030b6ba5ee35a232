import { domainsRepository } from './domains.repository.ts'

export { brandingColumns } from './branding.repository.ts'
export { createLogos } from './logos.ts'
export { findBrandingByHost, toShownBranding } from './shown-branding.ts'
export { tenantOrigin } from './tenant-origin.ts'
/** The company whose tenant has verified a host. Requires platform reach. */
export const findCompanyByHost = domainsRepository.findVerifiedOwner
