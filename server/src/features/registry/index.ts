export { syncRegistry } from './catalogue.ts'
export { registryRepository as registry } from './registry.repository.ts'
export { registryRoutes } from './registry.routes.ts'
export { createRights } from './rights.ts'
