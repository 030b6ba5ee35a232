export { createCustomColumns } from './custom-columns.ts'
export { type CustomValuesOf, createCustomValues, type SeenField } from './custom-values.ts'
export { createDefinitions } from './definitions.ts'
export { type CustomPorts, createCustomFieldRoutes } from './with-custom-fields.ts'
