import { randomUUID } from 'node:crypto'
import { apisContract } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { modulesContract } from '@atrium/contract/features/access/registry/modules.contract.ts'
import { expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp } from '../../../../test/harness.ts'
import { createRegistryLookup } from '../../../../test/registry-stage.ts'

const rights = ['sysModules:list', 'sysElems:list', 'sysElems:apis', 'sysApis:list']
const app = await createTestApp()
const { apiId, elementId } = createRegistryLookup(app)
const admin = await app.signIn(await buildUser(app, { companyId: await readPlatformCompany(app), permissions: rights }))

const opened = async (id: string) =>
  (await app.call(elementsContract.apis, { params: { id }, query: {} }, admin)).data?.map(({ key }) => key)

it('lists modules with their elements, and elements with their APIs', async () => {
  const modules = await app.call(modulesContract.list, { query: { search: 'sysBases' } }, admin)
  const [bases] = modules.data ?? []
  expect(bases).toMatchObject({ code: 'sysBases', name: '基础参数', app: 'console', origin: 'code', state: 'active' })
  const elements = await app.call(elementsContract.list, { query: { moduleId: bases?.id, size: 50 } }, admin)
  expect([elements.total, bases?.elems]).toEqual([6, 6])
  expect(elements.data?.find(({ code }) => code === 'sysBases:edit')).toMatchObject({ name: '编辑', apis: 3 })
  const apis = await app.call(modulesContract.apis, { params: { id: bases?.id ?? '' }, query: {} }, admin)
  expect(apis.total).toBe(10)
})

it('binds and unbinds, with a row in the audit log', async () => {
  const [id, target] = [await elementId('sysLogs:login'), await apiId('sysBases.remove')]
  const candidates = { params: { id }, query: { search: 'bases/{id}', size: 50 } }
  const found = await app.call(elementsContract.candidates, candidates, admin)
  expect(found.data?.map(({ key }) => key)).toContain('sysBases.remove')
  const added = { params: { id }, body: { apiIds: [target] } }
  expect((await callAndConfirm(app, elementsContract.bind, added, admin)).done.code).toBe(0)
  const own = ['sysLogs.signInsHistogram', 'sysLogs.signInPlaces', 'sysLogs.list']
  expect(await opened(id)).toEqual(['sysBases.remove', ...own])
  expect((await app.call(elementsContract.candidates, candidates, admin)).total).toBe((found.total ?? 0) - 1)
  const gone = { params: { id, apiId: target } }
  expect((await callAndConfirm(app, elementsContract.unbind, gone, admin)).done.code).toBe(0)
  expect((await app.call(elementsContract.unbind, gone, admin)).code).toBe(2204)
  expect(await opened(id)).toEqual(own)
  const rows = await app.sql(`select event, ok, code from audit_log where event like 'element.%' order by seq`)
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['element.apiBound', true, 0],
    ['element.apiRemoved', true, 0],
    ['element.apiRemoved', false, 2204],
  ])
})

it('does not bind unknown APIs or those that require no element', async () => {
  const params = { id: await elementId('sysLogs:login') }
  for (const apiIds of [[await apiId('sysConsole.grants')], [randomUUID()]])
    expect((await app.call(elementsContract.bind, { params, body: { apiIds } }, admin)).code).toBe(2203)
  const unknown = { params: { id: randomUUID() }, body: { apiIds: [await apiId('sysBases.remove')] } }
  expect((await app.call(elementsContract.bind, unknown, admin)).code).toBe(404)
})

it('filters APIs by state, auth rule and module, and finds unbound ones', async () => {
  const count = async (query: object) => (await app.call(apisContract.list, { query }, admin)).total
  const unbound = { 'f.unbound': 'true' } as const
  expect([
    await count(unbound),
    await count({ 'f.module': 'sysBases' }),
    await count({ 'f.state': 'missing' }),
  ]).toEqual([0, 10, 0])
  await app.sql(`delete from element_apis where api_id = $1`, [await apiId('sysBases.history')])
  const { data } = await app.call(apisContract.list, { query: unbound }, admin)
  expect(data).toMatchObject([{ key: 'sysBases.history', auth: 'perm', elems: [], unbound: true }])
  expect(await count({ search: '%' })).toBe(0)
  const open = await app.call(apisContract.list, { query: { 'f.auth': 'public', size: 100 } }, admin)
  expect(open.data?.every(({ auth, unbound }) => auth === 'public' && !unbound)).toBe(true)
})

it('is limited to the platform company and to holders of the right', async () => {
  const customer = await app.signIn(await buildUser(app, { companyId: await buildCompany(app), permissions: rights }))
  expect((await app.call(apisContract.list, { query: {} }, customer)).code).toBe(2202)
  const bind = { params: { id: await elementId('sysLogs:login') }, body: { apiIds: [await apiId('sysBases.remove')] } }
  expect((await app.call(elementsContract.bind, bind, customer)).code).toBe(2202)
  const reader = await buildUser(app, { companyId: await readPlatformCompany(app), permissions: ['sysElems:list'] })
  expect((await app.call(elementsContract.bind, bind, await app.signIn(reader))).status).toBe(403)
})
