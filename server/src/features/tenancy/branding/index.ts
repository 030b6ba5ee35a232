export { createLogos } from './logos.ts'
export { findBranding, findBrandingByHost } from './shown-branding.ts'
