import { randomUUID } from 'node:crypto'
import { buildCompany, buildUser } from './factories.ts'
import type { TestApp } from './harness.ts'

/** A company with somebody who holds these rights, whose token is ready; nothing counts against its limits yet. */
export const createCompanyStage = async (app: TestApp, permissions: string[]) => {
  await app.sql('delete from limits')
  const companyId = await buildCompany(app, `公司${randomUUID()}`)
  const keeper = await buildUser(app, { companyId, permissions })
  return {
    companyId,
    keeper,
    token: await app.signIn(keeper),
    somebody: (held: string[] = []) => buildUser(app, { companyId, permissions: held }),
    /** What the operation log tells of something, the first event first. */
    told: async (entityId: string) =>
      (await app.sql('select event from audit_log where entity_id = $1 and ok order by seq', [entityId])).map(
        ({ event }) => event,
      ),
  }
}
export type CompanyStage = Awaited<ReturnType<typeof createCompanyStage>>
