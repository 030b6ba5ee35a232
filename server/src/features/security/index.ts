export { securityConstraints } from './constraints.ts'
export { securityLeftovers } from './leftovers.ts'
export { securityRoutes } from './security.routes.ts'
export { createSecurity, type Security } from './security.service.ts'
