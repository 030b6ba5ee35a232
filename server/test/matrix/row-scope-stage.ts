import { randomUUID } from 'node:crypto'
import { endpoints } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { buildUser, readPlatformCompany } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import type { Sample } from '../hostile/sample.ts'
import { createSamples } from '../hostile/samples.ts'
import { createPlanter } from './planted-rows.ts'
import {
  addBulks,
  addDeletedUser,
  addDocument,
  addReviewItems,
  buildNamedTenant,
  canaries,
  changeMembers,
  createRoles,
  fillOutsiderRows,
  findOpenApp,
  observeApi,
  traces,
  writeLogs,
} from './row-scope-rows.ts'
import { outsiderSamples } from './row-scope-samples.ts'
import { createSender } from './sender.ts'
import { withId } from './with-id.ts'

/** Callers who hold all permissions: one reaches all users, the others a scope without the outsider. */
const buildCallers = async (app: TestApp, companyId: string, near: string) => {
  const permissions = (await app.sql('select code from elements')).map(({ code }) => String(code))
  const menus = (await app.sql('select code from menus')).map(({ code }) => String(code))
  const buildCaller = async (scope: string, orgId?: string) => {
    const user = await buildUser(app, { companyId, permissions, menus })
    await app.sql('update roles set data_scope = $2 where id = $1', [user.roleId, scope])
    if (orgId)
      await app.sql('insert into user_orgs (company_id, user_id, org_id) values ($1, $2, $3)', [
        companyId,
        user.id,
        orgId,
      ])
    return { ...user, token: await app.signIn(user) }
  }
  return {
    wide: await buildCaller('all'),
    alone: await buildCaller('self'),
    nearby: await buildCaller('orgSub', near),
    mate: await buildCaller('all', near),
  }
}

/**
 * A company in which one user, the outsider, appears in every kind of row, with callers who hold all permissions: one
 * reaches all users, the others a scope without the outsider.
 */
export const createRowScopeStage = async () => {
  const app = await createTestApp()
  const samples = await createSamples(app, 60)
  const send = createSender(app, samples.picture)
  const companyId = await readPlatformCompany(app)
  const planted = await (await createPlanter(app)).plant(companyId)
  const findId = (table: string) => planted.find((row) => row.table === table)?.id ?? ''
  const outsider = findId('users')
  const [far, role] = [findId('orgs'), findId('roles')]
  await fillOutsiderRows(app, companyId, outsider)

  const near = randomUUID()
  await app.sql(`insert into orgs (company_id, id, name, path) values ($1, $2::uuid, '近处', '/' || $2::text || '/')`, [
    companyId,
    near,
  ])
  const { wide, alone, nearby, mate } = await buildCallers(app, companyId, near)
  const narrow = [alone, nearby]
  const company = { app, companyId, outsider }
  await writeLogs(company, { narrow, mate })
  await changeMembers(company, { mate, near })
  await addReviewItems(company, { wide, alone, nearby, mate })
  const document = await addDocument(company, role)
  const bulks = await addBulks(company, narrow)
  const deletedUser = await addDeletedUser(app, companyId)
  const named = await buildNamedTenant(app)
  const apiAt = async (path: string) =>
    String((await app.sql(`select id from apis where method = 'GET' and path = $1`, [path]))[0]?.id)
  const [api, observed] = [await apiAt('/api/sys/users/v1'), await apiAt('/api/sys/bases/v1')]
  const createdRoles = await createRoles(app, companyId, { outsider, role, far })
  await observeApi(app, companyId, { api: observed, userId: outsider })
  const [{ id: menu } = {}] = await app.sql(`select id from menus where code = 'pool.1'`)
  await app.sql('insert into role_menus (company_id, role_id, menu_id) values ($1, $2, $3)', [companyId, role, menu])
  const ids = [
    outsider,
    deletedUser,
    far,
    role,
    api,
    ...Object.values(traces),
    ...['reviews', 'access_requests', 'registrations', 'visit_requests', 'failed_calls', 'sessions'].map(findId),
  ]
  const rows = { outsider, api, observed, near, role, far, menu, mateRole: mate.roleId, ...createdRoles, ...named }
  const extraSamples = outsiderSamples({
    ...rows,
    accessRequest: findId('access_requests'),
    review: findId('reviews'),
    notice: findId('notices'),
    document,
    bulks,
    ...(await findOpenApp(app, companyId, [wide, ...narrow])),
  })
  return {
    app,
    wide,
    narrow,
    /** An endpoint's responses to a caller: unfiltered, about the outsider and about each row that names them. */
    async responsesTo({ token }: { token: string }, endpoint: Endpoint): Promise<string> {
      const title = `${endpoint.module}.${endpoint.name}`
      const { token: _, ...validSample } = samples.buildSample(endpoint)(0, undefined)
      const all = [
        validSample,
        ...(extraSamples[title] ?? []),
        ...ids.flatMap((id) => withId(endpoint, validSample, id)),
      ] as Sample[]
      const texts = []
      for (const sample of all) {
        const page = endpoint.wire === 'list' ? { size: 100, ...sample.query } : sample.query
        const query = endpoint.method !== 'GET' && endpoint.impact ? { ...page, dryRun: '1' } : page
        texts.push((await send(endpoint, { ...sample, token, ...(query && { query }) })).text)
      }
      return texts.join('\n')
    },
    namesOutsider: (text: string) => canaries.some((canary) => text.includes(canary)),
    endpoints: endpoints.filter(({ access }) => access.kind === 'permitted' || access.kind === 'signedIn'),
  }
}
