export { branding } from './branding.service.ts'
export type { Domains } from './domains.service.ts'
export { findBranding, findBrandingByHost, findLogoByHost } from './shown-branding.ts'
