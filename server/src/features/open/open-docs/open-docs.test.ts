import { appDocContract, openDocsContract } from '@atrium/contract/features/open/open-docs/open-docs.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createOpenStage, type OpenStage } from '../../../../test/open-stage.ts'
import { documentFaults, listOperations } from '../../../../test/openapi-faults.ts'
import { toJsonSchema } from './json-schemas.ts'
import type { OpenApiDocument } from './openapi-types.ts'

const { product } = openDocsContract
let app: TestApp
let stage: OpenStage
beforeAll(async () => {
  app = await createTestApp({ openTargetNetworks: ['10.9.0.0/16'] })
  stage = await createOpenStage(app)
})
const read = async (raw: Promise<{ raw: Buffer; headers: Record<string, string> }>) => {
  const reply = await raw
  expect(reply.headers['content-type']).toBe('application/vnd.oai.openapi+json; charset=utf-8')
  return JSON.parse(reply.raw.toString()) as OpenApiDocument
}
const productDoc = (api: 'console' | 'portal') => read(app.call(product, { query: { api } }, stage.root))
const appDoc = (id: string, token: string) => read(app.call(appDocContract.document, { params: { id } }, token))
const keysUnder = (prefix: string) =>
  endpoints.flatMap(({ module, name, path }) => (path.startsWith(prefix) ? [`${module}.${name}`] : [])).sort()
const idsIn = (document: OpenApiDocument) => listOperations(document).map(({ operation }) => operation.operationId)

describe.each([
  ['console', '/api/'],
  ['portal', '/front-api/'],
] as const)('the document of the %s', (api, prefix) => {
  it('has every endpoint under its key, with references, examples and security that hold', async () => {
    const document = await productDoc(api)
    expect(idsIn(document).sort()).toEqual(keysUnder(prefix))
    expect(documentFaults(document)).toEqual([])
  })
  it('would be found wrong if an example, a reference or an id were', async () => {
    const document = JSON.stringify(await productDoc(api))
    const faultsWith = (from: string | RegExp, to: string) =>
      documentFaults(JSON.parse(document.replace(from, to)) as OpenApiDocument).length
    expect(faultsWith('"example":{"code":0', '"example":{"code":"0"')).toBeGreaterThan(0)
    expect(faultsWith('#/components/schemas/Refusal', '#/components/schemas/Nothing')).toBeGreaterThan(0)
    expect(
      faultsWith(/"operationId":"[^"]*"(.*?)"operationId":"([^"]*)"/, '"operationId":"$2"$1"operationId":"$2"'),
    ).toBe(1)
  })
  it('shows bodies that the contract accepts in form', async () => {
    const document = await productDoc(api)
    const byKey = new Map<string, Endpoint>(endpoints.map((each) => [`${each.module}.${each.name}`, each]))
    const refused = listOperations(document).flatMap(({ operation: { operationId, requestBody } }) => {
      const endpoint = byKey.get(operationId)
      const example = requestBody?.content['application/json']?.example
      if (!endpoint || endpoint.method === 'GET' || !endpoint.body || example === undefined) return []
      const issues = endpoint.body.safeParse(example).error?.issues ?? []
      // What several fields must agree on is no matter of form.
      return issues.flatMap(({ code, path, message }) => (code === 'custom' ? [] : `${operationId} ${path} ${message}`))
    })
    expect(refused).toEqual([])
  })
})

it('has the names of a record as its properties', () => {
  const names = ['matched', 'missing']
  expect(toJsonSchema(z.record(z.enum(names), z.int()), 'output')).toEqual({
    type: 'object',
    required: names,
    properties: { matched: { type: 'integer' }, missing: { type: 'integer' } },
  })
})

it('is in the language of who reads it', async () => {
  const inEnglish = { 'accept-language': 'en' }
  const document = await read(app.call(product, {}, stage.root, inEnglish))
  expect(documentFaults(document)).toEqual([])
  expect(document.info).toMatchObject({
    title: 'Console API',
    description: expect.stringContaining('Responses are JSON'),
  })
  expect(JSON.stringify(document).match(/[^"]*\p{Script=Han}[^"]*/gu) ?? []).toEqual([])
  expect((await productDoc('console')).info.title).toBe('控制台接口')
})

it('shows the product’s documents to those with the right', async () => {
  const companyId = await buildCompany(app, '只读文档')
  const [reader, other] = [
    await app.signIn(await buildUser(app, { companyId, permissions: ['openDocs:view'] })),
    await app.signIn(await buildUser(app, { companyId, permissions: ['openApps:list'] })),
  ]
  expect((await app.call(product, {}, reader)).status).toBe(200)
  expect((await app.call(product, {}, other)).code).toBe(403)
  expect((await app.call(product, {})).code).toBe(401)
})

describe('the document of an application', () => {
  it('has exactly what it may call now, with samples that sign', async () => {
    const bare = await stage.openApi({
      kind: 'target',
      apiId: null,
      target: 'https://erp.example.cn/stock/{sku}',
      path: `/open/v1/stock${Date.now()}/{sku}`,
    })
    const [posts, users, orders, gone, late] = [
      await stage.openApi({ category: '组织', doc: '岗位说明', rate: { perMinute: 60, perDay: null } }),
      await stage.openApi({ apiId: await stage.readApiId('GET', '/api/sys/users/v1') }),
      await stage.openApi({
        kind: 'target',
        apiId: null,
        target: 'https://erp.example.cn/orders/{id}',
        method: 'PUT',
        path: `/open/v1/orders${Date.now()}/{id}`,
        category: '订单',
        params: [
          { in: 'path', name: 'id', type: 'string', desc: '订单号' },
          { in: 'query', name: 'urgent', type: 'boolean', required: true },
        ],
        request: JSON.stringify({
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
          properties: { lines: { type: 'array', items: { $ref: '#/$defs/line' } } },
          required: ['lines'],
          $defs: {
            line: { type: 'object', properties: { sku: { type: 'string' }, other: { $ref: 'https://x.cn/y' } } },
          },
        }),
        reply: JSON.stringify({ type: 'object', properties: { state: { enum: ['open', 'closed'] } } }),
      }),
      await stage.openApi(),
      await stage.openApi(),
    ]
    const { token } = await stage.company(['sysPosts:list'])
    const { id } = await stage.app(token)
    // The owner may not list users.
    await stage.grant(token, id, [posts.id, users.id, orders.id, gone.id, bare.id])
    await stage.grant(token, id, [late.id], { startTime: new Date(Date.now() + 3_600_000).toISOString() })
    await app.sql(`update open_apis set status = 'offline' where id = $1`, [gone.id])

    const document = await appDoc(id, token)
    expect(Object.keys(document.paths).sort()).toEqual([posts.path, orders.path, bare.path].sort())
    expect(document.paths[bare.path]?.get?.parameters).toMatchObject([{ in: 'path', name: 'sku', required: true }])
    expect(documentFaults(document)).toEqual([])
    const put = document.paths[orders.path]?.put
    expect(put?.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true, description: '订单号' },
      { name: 'urgent', in: 'query', required: true, schema: { type: 'boolean' } },
    ])
    expect(put?.requestBody?.content['application/json']?.example).toEqual({
      lines: [{ sku: expect.any(String), other: {} }],
    })
    expect(put?.['x-codeSamples']?.map(({ label }) => label)).toEqual(['curl', 'TypeScript', 'Java', 'Python'])
    const get = document.paths[posts.path]?.get
    expect(get?.description).toContain('岗位说明')
    expect(get?.description).toContain('每分钟最多 60 次')
    expect(JSON.stringify(document)).not.toContain('erp.example.cn')
  })

  it('names schemas apart whose APIs have codes that differ in a mark alone', async () => {
    const { token } = await stage.company(['sysPosts:list'])
    const { id } = await stage.app(token)
    const buildSchema = (field: string) =>
      JSON.stringify({
        type: 'object',
        required: [field],
        properties: { [field]: { $ref: '#/$defs/a-b' }, other: { $ref: '#/$defs/a_b' } },
        $defs: { 'a-b': { type: 'string', title: field }, a_b: { type: 'integer', title: field } },
      })
    const prefix = `q${Date.now()}`
    for (const code of [`${prefix}-b`, `${prefix}_b`, `Q${prefix.slice(1)}-b`]) {
      const target = { kind: 'target', apiId: null, target: 'https://erp.example.cn/', method: 'POST' } as const
      const { id: apiId } = await stage.openApi({
        ...target,
        code,
        request: buildSchema(code),
        reply: buildSchema(code),
      })
      await stage.grant(token, id, [apiId])
    }
    const document = await appDoc(id, token)
    expect(documentFaults(document)).toEqual([])
    for (const { operation } of listOperations(document)) {
      const { operationId, requestBody, responses } = operation
      expect(requestBody?.content['application/json']?.example).toMatchObject({ [operationId]: expect.any(String) })
      expect(responses['200']).toMatchObject({
        content: { 'application/json': { example: { [operationId]: expect.any(String), other: expect.any(Number) } } },
      })
    }
  })

  it('is read whatever schemas people have typed', async () => {
    const self = { $ref: '#' }
    const fields = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`field${at}`, self]))
    const typed = [
      { type: 'object', required: ['child'], properties: { child: self } },
      { type: 'object', properties: fields, required: Object.keys(fields) },
      { type: 'object', properties: fields },
      { anyOf: [self] },
      { type: 'array', minItems: 1_000_000_000, items: { type: 'array', minItems: 1_000_000_000, items: self } },
      { type: 'string', minLength: 1_000_000_000 },
      { type: 'string', pattern: String.raw`^\d{3}\-\d{4}$` },
      { type: 'string', pattern: '^(a+)+b$' },
      { type: 'object', properties: null, required: 5 },
    ].map((schema) => JSON.stringify(schema))
    const { token } = await stage.company(['sysPosts:list'])
    const { id } = await stage.app(token)
    for (const reply of typed) {
      const target = { kind: 'target', apiId: null, target: 'https://erp.example.cn/', method: 'GET', reply } as const
      await stage.grant(token, id, [(await stage.openApi(target)).id])
    }
    const { raw, status } = await app.call(appDocContract.document, { params: { id } }, token)
    expect(status).toBe(200)
    expect(raw.length).toBeLessThan(5_000_000)
    const document = JSON.parse(raw.toString()) as OpenApiDocument
    expect(Object.keys(document.paths)).toHaveLength(typed.length)
  })

  it('loses what its owner loses, and marks what is deprecated', async () => {
    const [one, other] = [await stage.openApi(), await stage.openApi()]
    const { token } = await stage.company(['sysPosts:list'])
    const { id } = await stage.app(token)
    expect((await appDoc(id, token)).paths).toEqual({})
    await stage.grant(token, id, [one.id, other.id])
    await app.sql(`update open_apis set status = 'deprecated', deprecated_at = now() where id = $1`, [other.id])
    const document = await appDoc(id, token)
    expect(document.paths[one.path]?.get?.deprecated).toBeUndefined()
    expect(document.paths[other.path]?.get?.deprecated).toBe(true)
    const stranger = await stage.company(['sysPosts:list'])
    expect((await app.call(appDocContract.document, { params: { id } }, stranger.token)).code).toBe(404)
  })
})
