export { describeCrud } from '@atrium/server/test/describe-crud.ts'
export { buildCompany, buildTenant, buildUser } from '@atrium/server/test/factories.ts'
export { createTestApp, type TestApp } from '@atrium/server/test/harness.ts'
export { describeModule } from '@atrium/server/test/module/describe-module.ts'
