export { syncRegistry } from './catalogue.ts'
export { addressOf, endpointAt } from './declared.ts'
export { registryRoutes } from './registry.routes.ts'
export { createRights } from './rights.ts'
