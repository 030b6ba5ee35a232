import { randomUUID } from 'node:crypto'
import type { Contract, Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from './factories.ts'
import { createTestApp, type TestApp } from './harness.ts'

type Five = Contract & Record<'list' | 'get' | 'create' | 'update' | 'remove', Endpoint>
type Row = { id: string; version: number }
type Sample = {
  table: string
  entity: string
  permissions: Record<'list' | 'create' | 'update' | 'remove', string>
  /** A body that can be created; different for each number. */
  sample(n: number): Record<string, unknown>
  /** A body whose searched text is this word. */
  searchable(word: string): Record<string, unknown>
  /** What creating the same sample twice is refused with. */
  clash: { code: number; errors: string[] }
}

/** What every list resource must do, run once for each: paging, search, versions, other companies, rights, audit. */
export const describeCrud = (contract: Five, of: Sample) => {
  describe(`${of.entity}: the five usual endpoints`, () => {
    let app: TestApp
    let token: string
    let companyId: string
    let foreign: string
    beforeAll(async () => {
      app = await createTestApp()
      companyId = await buildCompany(app, '甲公司')
      token = await app.signIn(await buildUser(app, { companyId, permissions: Object.values(of.permissions) }))
      const other = await buildCompany(app, '乙公司')
      const stranger = await app.signIn(
        await buildUser(app, { companyId: other, permissions: Object.values(of.permissions) }),
      )
      foreign = (await send(contract.create, { body: of.sample(0) }, stranger)).data.id
    })
    // The generic rows are typed where each feature tests its own rules; here only the envelope matters.
    // biome-ignore lint/suspicious/noExplicitAny: one test serves every resource's row type
    const send = (endpoint: Endpoint, request: object, as = token): Promise<any> =>
      app.call(endpoint, request as never, as)
    const add = async (body: object): Promise<string> => (await send(contract.create, { body })).data.id
    const read = async (id: string): Promise<Row> => (await send(contract.get, { params: { id } })).data

    it('pages, and keeps the total right past the end', async () => {
      for (let n = 1; n <= 12; n += 1) await add(of.sample(n))
      const first = await send(contract.list, { query: { page: 1, size: 10 } })
      const beyond = await send(contract.list, { query: { page: 9, size: 10 } })
      expect([first.data.length, first.total, beyond.data.length, beyond.total]).toEqual([10, 12, 0, 12])
    })
    it('refuses pages deeper than 10,000 rows', async () => {
      expect((await send(contract.list, { query: { page: 1001, size: 10 } })).code).toBe(416)
    })
    it('takes the wildcards of a search literally', async () => {
      await add(of.searchable('百分之50%整'))
      await add(of.searchable('下划_线'))
      const found = async (search: string) => (await send(contract.list, { query: { search } })).total
      expect([await found('50%整'), await found('%整%'), await found('划_线'), await found('划x线')]).toEqual([
        1, 0, 1, 0,
      ])
    })
    it('refuses to sort by anything but its columns', async () => {
      const answer = await send(contract.list, { query: { sort: '(case when 1=1 then code end)' } })
      expect(answer).toMatchObject({ code: 400, errors: [{ field: 'sort' }] })
    })
    it('answers another company’s id exactly like a random one', async () => {
      const version = 1
      for (const [endpoint, body] of [
        [contract.get, undefined],
        [contract.update, { ...of.sample(0), version }],
        [contract.remove, undefined],
      ] as const) {
        const said = async (id: string) => {
          const { traceId, raw, headers, ...rest } = await send(endpoint, { params: { id }, ...(body && { body }) })
          return { ...rest, headers: { ...headers, date: '' } }
        }
        const theirs = await said(foreign)
        expect(theirs).toEqual(await said(randomUUID()))
        expect(theirs.code).toBe(404)
      }
      expect(await app.sql(`select count(*)::int as n from ${of.table} where id = $1`, [foreign])).toEqual([{ n: 1 }])
    })
    it('refuses an edit made on an older version and shows the newer one', async () => {
      const id = await add(of.sample(20))
      expect((await send(contract.update, { params: { id }, body: { ...of.sample(20), version: 1 } })).code).toBe(0)
      const stale = await send(contract.update, { params: { id }, body: { ...of.sample(20), version: 1 } })
      expect(stale).toMatchObject({ code: 409, data: { current: { id, version: 2 } } })
    })
    it('lets exactly one of many parallel editors win', async () => {
      const id = await add(of.sample(21))
      const edits = Array.from({ length: 20 }, () =>
        send(contract.update, { params: { id }, body: { ...of.sample(21), version: 1 } }),
      )
      const codes = (await Promise.all(edits)).map(({ code }) => code)
      expect(codes.filter((code) => code === 0)).toHaveLength(1)
      expect((await read(id)).version).toBe(2)
    })
    it('names the field that clashes', async () => {
      await add(of.sample(22))
      const answer = await send(contract.create, { body: of.sample(22) })
      expect([answer.code, answer.errors.map(({ field }: { field: string }) => field)]).toEqual([
        of.clash.code,
        of.clash.errors,
      ])
    })
    it('refuses each call without its right', async () => {
      const nobody = await app.signIn(await buildUser(app, { companyId, permissions: [] }))
      for (const name of ['list', 'create', 'update', 'remove'] as const) {
        const request = { params: { id: randomUUID() }, body: { ...of.sample(23), version: 1 } }
        expect(await send(contract[name], request, nobody)).toMatchObject({ status: 403, code: 403 })
      }
    })
    it('records each write with what was and what is, and each refusal with its code', async () => {
      const id = await add(of.sample(24))
      await send(contract.update, { params: { id }, body: { ...of.sample(25), version: 1 } })
      await send(contract.update, { params: { id }, body: { ...of.sample(25), version: 1 } })
      await send(contract.remove, { params: { id } })
      const rows = await app.sql(
        `select event, ok, code, before is not null as had, after is not null as has from audit_log
         where company_id = $1 and event like $2 order by seq desc limit 4`,
        [companyId, `${of.entity}.%`],
      )
      expect(rows.reverse().map((row) => Object.values(row))).toEqual([
        [`${of.entity}.created`, true, 0, false, true],
        [`${of.entity}.updated`, true, 0, true, true],
        [`${of.entity}.updated`, false, 409, false, false],
        [`${of.entity}.removed`, true, 0, true, false],
      ])
    })
    it('does the same thing once for the same key', async () => {
      const key = { 'idempotency-key': randomUUID() }
      const twins = await Promise.all(
        Array.from({ length: 20 }, () => app.call(contract.create, { body: of.sample(30) } as never, token, key)),
      )
      expect(new Set(twins.map(({ data }) => (data as Row).id)).size).toBe(1)
      expect((await app.call(contract.create, { body: of.sample(31) } as never, token, key)).code).toBe(409)
    })
  })
}
