import { randomUUID } from 'node:crypto'
import { buildCompany, buildUser } from './factories.ts'
import type { TestApp } from './harness.ts'

/** A company with an administrator who holds these permissions and is signed in. Limit counters start empty. */
export const createCompanyStage = async (app: TestApp, permissions: string[]) => {
  await app.sql('delete from limits')
  const companyId = await buildCompany(app, `公司${randomUUID()}`)
  const admin = await buildUser(app, { companyId, permissions })
  return {
    companyId,
    admin,
    token: await app.signIn(admin),
    buildMember: (permissions: string[] = []) => buildUser(app, { companyId, permissions }),
    /** Audit events of an entity, oldest first. */
    listEvents: async (entityId: string) =>
      (await app.sql('select event from audit_log where entity_id = $1 and ok order by seq', [entityId])).map(
        ({ event }) => event,
      ),
  }
}
export type CompanyStage = Awaited<ReturnType<typeof createCompanyStage>>
