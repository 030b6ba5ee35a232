import { randomUUID } from 'node:crypto'
import type { Contract, Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { toPermission } from '@atrium/contract/kernel/permission.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from './factories.ts'
import { createTestApp, type TestApp } from './harness.ts'
import { unchecked } from './loosely-typed.ts'

type CrudContract = Contract &
  Record<'list' | 'get' | 'update' | 'remove', Endpoint> & { create: Endpoint & { audit: { event: string } } }
type Row = { id: string; version: number }
type CrudResource = {
  table: string
  /** A valid body for create, different for each number. */
  sample(n: number): Record<string, unknown>
  /** A searched field. */
  searched: string
  /** Unique fields, each with the refusal of a taken value. */
  unique: Readonly<Record<string, ErrorSpec>>
}

/** Requirements of every list resource: paging, search, versions, isolation of companies, permissions, audit. */
export const describeCrud = (contract: CrudContract, resource: CrudResource) => {
  const [entity] = contract.create.audit.event.split('.')
  const endpoints = [contract.list, contract.create, contract.update, contract.remove]
  const permissions = endpoints.flatMap((endpoint) => toPermission(endpoint) ?? [])
  const searchable = (n: number, text: string) => ({ ...resource.sample(n), [resource.searched]: text })

  describe(`${entity}: the five usual endpoints`, () => {
    let app: TestApp
    let token: string
    let companyId: string
    let foreignId: string
    beforeAll(async () => {
      app = await createTestApp()
      companyId = await buildCompany(app, '甲公司')
      token = await app.signIn(await buildUser(app, { companyId, permissions }))
      const otherCompany = await buildCompany(app, '乙公司')
      const otherToken = await app.signIn(await buildUser(app, { companyId: otherCompany, permissions }))
      foreignId = (await send(contract.create, { body: resource.sample(0) }, otherToken)).data.id
    })
    // The generic rows are typed where each feature tests its own rules; here only the envelope matters.
    // biome-ignore lint/suspicious/noExplicitAny: one test serves every resource's row type
    const send = (endpoint: Endpoint, request: object, as = token): Promise<any> =>
      app.call(endpoint, unchecked(request), as)
    const add = async (body: object): Promise<string> => (await send(contract.create, { body })).data.id
    const read = async (id: string): Promise<Row> => (await send(contract.get, { params: { id } })).data

    it('pages, with the right total past the end', async () => {
      for (let n = 1; n <= 12; n += 1) await add(resource.sample(n))
      const first = await send(contract.list, { query: { page: 1, size: 10 } })
      const pastTheEnd = await send(contract.list, { query: { page: 9, size: 10 } })
      expect([first.data.length, first.total, pastTheEnd.data.length, pastTheEnd.total]).toEqual([10, 12, 0, 12])
    })
    it('refuses pages deeper than 10,000 rows', async () => {
      expect((await send(contract.list, { query: { page: 1001, size: 10 } })).code).toBe(416)
    })
    it('treats search wildcards literally', async () => {
      await add(searchable(13, '百分之50%整'))
      await add(searchable(14, '下划_线'))
      const found = async (search: string) => (await send(contract.list, { query: { search } })).total
      expect([await found('50%整'), await found('%整%'), await found('划_线'), await found('划x线')]).toEqual([
        1, 0, 1, 0,
      ])
    })
    it('sorts by its columns only', async () => {
      const answer = await send(contract.list, { query: { sort: '(case when 1=1 then code end)' } })
      expect(answer).toMatchObject({ code: 400, errors: [{ field: 'sort' }] })
    })
    it('answers another company’s id exactly like a random one', async () => {
      const version = 1
      for (const [endpoint, body] of [
        [contract.get, undefined],
        [contract.update, { ...resource.sample(0), version }],
        [contract.remove, undefined],
      ] as const) {
        const responseFor = async (id: string) => {
          const { traceId, raw, headers, ...rest } = await send(endpoint, { params: { id }, ...(body && { body }) })
          return { ...rest, headers: { ...headers, date: '' } }
        }
        const foreignResponse = await responseFor(foreignId)
        expect(foreignResponse).toEqual(await responseFor(randomUUID()))
        expect(foreignResponse.code).toBe(404)
      }
      expect(await app.sql(`select count(*)::int as n from ${resource.table} where id = $1`, [foreignId])).toEqual([
        { n: 1 },
      ])
    })
    it('rejects an edit of an older version and returns the newer one', async () => {
      const id = await add(resource.sample(20))
      expect((await send(contract.update, { params: { id }, body: { ...resource.sample(20), version: 1 } })).code).toBe(
        0,
      )
      const stale = await send(contract.update, { params: { id }, body: { ...resource.sample(20), version: 1 } })
      expect(stale).toMatchObject({ code: 409, data: { current: { id, version: 2 } } })
    })
    it('lets exactly one of many concurrent edits win', async () => {
      const id = await add(resource.sample(21))
      const edits = Array.from({ length: 20 }, () =>
        send(contract.update, { params: { id }, body: { ...resource.sample(21), version: 1 } }),
      )
      const codes = (await Promise.all(edits)).map(({ code }) => code)
      expect(codes.filter((code) => code === 0)).toHaveLength(1)
      expect((await read(id)).version).toBe(2)
    })
    it.each(Object.entries(resource.unique))('names a taken %s', async (field, { code }) => {
      const taken = resource.sample(22)
      await send(contract.create, { body: taken })
      const answer = await send(contract.create, { body: { ...resource.sample(23), [field]: taken[field] } })
      expect([answer.code, answer.errors.map((each: { field: string }) => each.field)]).toEqual([code, [field]])
    })
    it('rejects calls without the permission', async () => {
      const unprivilegedToken = await app.signIn(await buildUser(app, { companyId, permissions: [] }))
      for (const name of ['list', 'create', 'update', 'remove'] as const) {
        const request = { params: { id: randomUUID() }, body: { ...resource.sample(23), version: 1 } }
        expect(await send(contract[name], request, unprivilegedToken)).toMatchObject({ status: 403, code: 403 })
      }
    })
    it('audits each write with before and after, and each refusal with its code', async () => {
      const id = await add(resource.sample(24))
      await send(contract.update, { params: { id }, body: { ...resource.sample(25), version: 1 } })
      await send(contract.update, { params: { id }, body: { ...resource.sample(25), version: 1 } })
      await send(contract.remove, { params: { id } })
      const rows = await app.sql(
        `select event, ok, code, before is not null as had, after is not null as has from audit_log
         where company_id = $1 and event like $2 order by seq desc limit 4`,
        [companyId, `${entity}.%`],
      )
      expect(rows.reverse().map((row) => Object.values(row))).toEqual([
        [`${entity}.created`, true, 0, false, true],
        [`${entity}.updated`, true, 0, true, true],
        [`${entity}.updated`, false, 409, false, false],
        [`${entity}.removed`, true, 0, true, false],
      ])
    })
    it('runs once per idempotency key', async () => {
      const key = { 'idempotency-key': randomUUID() }
      const responses = await Promise.all(
        Array.from({ length: 20 }, () =>
          app.call(contract.create, unchecked({ body: resource.sample(30) }), token, key),
        ),
      )
      expect(new Set(responses.map(({ data }) => (data as Row).id)).size).toBe(1)
      expect((await app.call(contract.create, unchecked({ body: resource.sample(31) }), token, key)).code).toBe(409)
    })
  })
}
