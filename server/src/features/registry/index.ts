export { syncRegistry } from './catalogue.ts'
export { registryRoutes } from './registry.routes.ts'
export { createRights } from './rights.ts'
