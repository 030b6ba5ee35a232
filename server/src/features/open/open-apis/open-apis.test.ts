import { openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { openApisErrors } from '@atrium/contract/features/open/open-apis/open-apis.errors.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createOpenStage, type OpenStage } from '../../../../test/open-stage.ts'

const { list, get, create, update, remove, endpoints, issue, deprecate, revoke, apps } = openApisContract

let app: TestApp
let stage: OpenStage
beforeAll(async () => {
  app = await createTestApp({ openTargetNetworks: ['10.9.0.0/16'] })
  stage = await createOpenStage(app)
})
const add = async (rest: Parameters<OpenStage['api']>[0] = {}) =>
  app.call(create, { body: await stage.api(rest) }, stage.root)
const read = async (id: string) => {
  const { data, msg } = await app.call(get, { params: { id } }, stage.root)
  if (!data) throw new Error(msg)
  return data
}
const target = (url: string, rest: Parameters<OpenStage['api']>[0] = {}) =>
  add({ kind: 'target', apiId: null, target: url, ...rest })

describe('an open API', () => {
  it('is added as a draft, found, and changed', async () => {
    const body = await stage.api({ name: '查询岗位一览', rate: { perMinute: 60, perDay: null } })
    const { data } = await app.call(create, { body }, stage.root)
    const id = data?.id ?? ''
    const stored = await read(id)
    expect(stored).toMatchObject({ ...body, status: 'draft', apiName: '岗位：列表', apps: 0, callsToday: 0 })
    const found = await app.call(list, { query: { search: '岗位一览', 'f.status': 'draft' } }, stage.root)
    expect(found.data?.map((each) => each.id)).toEqual([id])
    const { code } = await app.call(
      update,
      { params: { id }, body: { ...body, name: '岗位', version: stored.version } },
      stage.root,
    )
    expect([code, (await read(id)).name]).toEqual([0, '岗位'])
    expect(
      (await app.call(update, { params: { id }, body: { ...body, version: stored.version } }, stage.root)).code,
    ).toBe(409)
  })

  it('has a code and an address of its own, whatever its parameters are called', async () => {
    const own = await stage.readApiId('GET', '/api/sys/posts/{id}/v1')
    const first = await stage.api({ path: '/open/v1/same/{id}', apiId: own })
    expect((await app.call(create, { body: first }, stage.root)).code).toBe(0)
    expect((await add({ code: first.code })).code).toBe(openApisErrors.codeTaken.code)
    const other = await target('https://erp.example.cn/{key}', { path: '/open/v1/same/{key}' })
    expect(other).toMatchObject({ code: openApisErrors.addressTaken.code, errors: [{ field: 'path' }] })
  })

  it('leads to an API of the product that can be opened, with its method and parameters', async () => {
    const [detail, lock, self] = [
      await stage.readApiId('GET', '/api/sys/posts/{id}/v1'),
      await stage.readApiId('PUT', '/api/sys/companys/{id}/lock/v1'),
      await stage.readApiId('GET', '/api/sys/apps/v1'),
    ]
    expect((await add({ apiId: lock, method: 'PUT' })).code).toBe(openApisErrors.noSuchEndpoint.code)
    expect((await add({ apiId: self })).code).toBe(openApisErrors.noSuchEndpoint.code)
    expect((await add({ apiId: null })).code).toBe(openApisErrors.noSuchEndpoint.code)
    expect((await add({ method: 'POST' })).code).toBe(openApisErrors.methodDiffers.code)
    expect((await add({ apiId: detail })).code).toBe(openApisErrors.pathParametersDiffer.code)
    expect((await add({ apiId: detail, path: '/open/v1/posts/{id}' })).code).toBe(0)
    const offered = await app.call(endpoints, { params: { id: detail }, query: { keyword: '/api/sys/' } }, stage.root)
    expect(offered.data?.[0]).toMatchObject({ value: detail, extra: { method: 'GET', path: '/api/sys/posts/{id}/v1' } })
  })

  it('leads to a public address, or to one that the operator allows', async () => {
    for (const refused of [
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://[::1]/',
      'http://[::ffff:10.0.0.1]/',
      'http://169.254.169.254/latest',
      'http://192.168.1.1:8080/x',
      'http://[fd00::1]/',
      'http://[64:ff9b::a00:1]/',
    ])
      expect([refused, (await target(refused)).code]).toEqual([refused, openApisErrors.targetRefused.code])
    expect((await target('http://10.9.1.1:8080/orders?a=1')).code).toBe(0)
    expect((await target('https://erp.example.cn/orders')).code).toBe(0)
    for (const malformed of [
      'ftp://a.cn/',
      'https://u:p@a.cn/',
      'https://a.cn/#x',
      'https://a.cn:0/',
      'https://',
      '/orders',
    ])
      expect([malformed, (await target(malformed)).errors?.[0]?.field]).toEqual([malformed, 'target'])
    expect((await target('https://erp.example.cn/{id}')).code).toBe(openApisErrors.undeclaredParameter.code)
  })

  it('goes from draft to online, deprecated and offline, and is then deleted', async () => {
    const id = (await add()).data?.id ?? ''
    const params = { id }
    const sunset = new Date(Date.now() + 86_400_000).toISOString()
    expect((await app.call(deprecate, { params, body: { sunset } }, stage.root)).code).toBe(
      openApisErrors.wrongState.code,
    )
    expect((await app.call(issue, { params }, stage.root)).code).toBe(0)
    expect((await app.call(remove, { params }, stage.root)).code).toBe(openApisErrors.notDeletable.code)
    const past = { sunset: '2020-01-01T00:00:00Z' }
    expect((await app.call(deprecate, { params, body: past }, stage.root)).code).toBe(openApisErrors.sunsetPassed.code)
    expect((await app.call(deprecate, { params, body: { sunset } }, stage.root)).code).toBe(0)
    expect(await read(id)).toMatchObject({ status: 'deprecated', sunset })
    const { impact, done } = await callAndConfirm(app, revoke, { params }, stage.root)
    expect([impact, done.code]).toEqual([{ apps: 0, calls: 0, named: [] }, 0])
    expect((await read(id)).status).toBe('offline')
    expect((await app.call(remove, { params }, stage.root)).code).toBe(0)
    expect((await app.call(get, { params }, stage.root)).code).toBe(404)
  })

  it('shows its holders, and is not deleted while it has one', async () => {
    const { id } = await stage.openApi()
    const { token } = await stage.company(['sysPosts:list'], '持有公司')
    const held = await stage.app(token, { name: '持有应用' })
    await stage.grant(token, held.id, [id])
    const rows = await app.call(apps, { params: { id }, query: {} }, stage.root)
    expect(rows.data).toMatchObject([
      { id: held.id, name: '持有应用', company: '持有公司', owner: '张伟', locked: false },
    ])
    const { impact } = await callAndConfirm(app, revoke, { params: { id } }, stage.root)
    expect(impact).toEqual({ apps: 1, calls: 0, named: [{ name: '持有应用', company: '持有公司', calls: 0 }] })
    expect((await app.call(remove, { params: { id } }, stage.root)).code).toBe(openApisErrors.granted.code)
  })

  it('is the operator’s alone', async () => {
    const companyId = await buildCompany(app, '外人')
    const permissions = ['openApis:list', 'openApis:add', 'openApis:issue']
    const token = await app.signIn(await buildUser(app, { companyId, permissions }))
    for (const call of [
      app.call(list, {}, token),
      app.call(create, { body: await stage.api() }, token),
      app.call(endpoints, { params: { id: '0' } }, token),
    ])
      expect((await call).code).toBe(openApisErrors.platformOnly.code)
  })
})
