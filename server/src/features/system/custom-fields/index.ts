export { createCustomColumns } from './custom-columns.ts'
export { createDefinitions } from './definitions.ts'
export { type CustomPorts, createCustomFieldRoutes } from './with-custom-fields.ts'
