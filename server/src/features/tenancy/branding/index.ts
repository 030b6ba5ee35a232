export { branding } from './branding.service.ts'
export { findBranding, findBrandingByHost, findLogoByHost } from './shown-branding.ts'
