export { syncRegistry } from './catalogue.ts'
export { registryConstraints } from './constraints.ts'
export { registryRoutes } from './registry.routes.ts'
export { createRights } from './rights.ts'
