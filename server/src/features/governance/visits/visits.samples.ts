import { randomUUID } from 'node:crypto'
import { readPlatformCompany } from '../../../../test/factories.ts'
import type { TestApp } from '../../../../test/harness.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

/** Visit requests, each of a user created for it. */
const fillVisitRequests = async (app: TestApp, companyId: string, count: number) => {
  const home = await readPlatformCompany(app)
  const ids = Array.from({ length: count }, () => randomUUID())
  await app.sql(
    `with asker as (
       insert into users (company_id, id, account, name, password_hash)
       select $1, id, 'asker_' || at, '池', '' from unnest($2::uuid[]) with ordinality as pool (id, at) returning id, account)
     insert into visit_requests (company_id, id, home_company_id, user_id, asked_by, home, mode, reason, minutes)
     select $3, id, $1, id, jsonb_build_object('id', id, 'name', '池', 'account', account),
            jsonb_build_object('id', $1::text, 'name', '池'), 'view', '试', 5 from asker`,
    [home, ids, companyId],
  )
  return () => ids.pop() ?? randomUUID()
}

export const samples: MakeSamples = async ({ app, operator, sharedTenant, reader, writer, writers, poolSize }) => {
  const nextRequest = await fillVisitRequests(app, writers, Math.ceil(poolSize / 8))
  return {
    'sysCompanys.switchCheck': () => ({ params: { id: sharedTenant }, token: operator }),
    'sysCompanys.switch': () => ({
      params: { id: sharedTenant },
      body: { mode: 'view', reason: '试', minutes: 5 },
      token: operator,
    }),
    'sysCompanys.pin': () => ({ params: { id: sharedTenant }, token: operator }),
    'sysCompanys.unpin': () => ({ params: { id: sharedTenant }, token: operator }),
    'sysCompanys.switchOrgs': () => ({ params: { id: sharedTenant }, query: {}, token: operator }),
    // Sent outside a visit: leaving a visit ends its token.
    'sysCompanys.quit': () => ({ body: {}, token: operator }),
    'sysVisits.list': () => ({ query: {}, token: reader }),
    'sysVisits.allow': () => ({ params: { id: nextRequest() }, body: { minutes: 5, version: 1 }, token: writer }),
    'sysVisits.reject': () => ({ params: { id: nextRequest() }, body: { reason: '试', version: 1 }, token: writer }),
  }
}
