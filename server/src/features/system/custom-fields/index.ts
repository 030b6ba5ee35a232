export { createDefinitions } from './definitions.ts'
export { createCustomFieldRoutes } from './with-custom-fields.ts'
