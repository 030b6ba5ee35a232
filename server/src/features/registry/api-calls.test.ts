import { baseParametersContract } from '@atrium/contract/features/base-parameters/base-parameters.contract.ts'
import { explainContract } from '@atrium/contract/features/explain/explain.contract.ts'
import { apisContract } from '@atrium/contract/features/registry/registry.contract.ts'
import { describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../test/factories.ts'
import { createRegistryStage } from '../../../test/registry-stage.ts'
import { createApiCalls } from './index.ts'
import { registryLeftovers } from './leftovers.ts'

const { list, history } = baseParametersContract
const { app, admin, companyId, apiId } = await createRegistryStage()

const statOf = async (key: string) =>
  (await app.call(apisContract.get, { params: { id: await apiId(key) } }, admin)).data?.stat
/** Another node that answered calls of its own. */
const nodeThat = async (answered: (count: ReturnType<typeof createApiCalls>['count']) => void) => {
  const node = createApiCalls(app.database)
  const stop = node.start((error) => {
    throw error
  })
  answered(node.count)
  await stop()
}

describe('what is known of the use of an API', () => {
  it('is how often it was called and refused, and when, a few seconds later', async () => {
    const reader = await app.signIn(await buildUser(app, { companyId, permissions: ['sysBases:list'] }))
    const stranger = await app.signIn(await buildUser(app, { companyId }))
    expect(await statOf('sysBases.list')).toEqual({ calls7d: 0, p95: null, denies7d: 0, last: null })
    for (const token of [reader, reader, reader, stranger]) await app.call(list, { query: {} }, token)
    await expect.poll(() => statOf('sysBases.list'), { timeout: 6000 }).toMatchObject({ calls7d: 4, denies7d: 1 })
    const { p95, last } = (await statOf('sysBases.list')) ?? {}
    expect(p95).toBeGreaterThan(0)
    expect(Date.now() - Date.parse(last ?? '')).toBeLessThan(60_000)
  })
  it('adds what all nodes counted, and takes the time that nineteen of twenty calls keep', async () => {
    const node = () =>
      nodeThat((count) => {
        for (let n = 0; n < 94; n += 1) count(history, 0, 10)
        for (let n = 0; n < 6; n += 1) count(history, 0, 800)
        for (let n = 0; n < 50; n += 1) count(history, 403, 5000)
      })
    await nodeThat((count) => {
      for (let n = 0; n < 95; n += 1) count(history, 0, 10)
    })
    const quick = (await statOf('sysBases.history'))?.p95 ?? 0
    expect(quick).toBeGreaterThanOrEqual(10)
    expect(quick).toBeLessThanOrEqual(12)
    await Promise.all([node(), node()])
    await node()
    // 18 of 395 are slow: not yet one in twenty.
    expect(await statOf('sysBases.history')).toMatchObject({ calls7d: 545, denies7d: 150, p95: quick })
    await Promise.all([node(), node(), node(), node(), node(), node(), node()])
    const slow = (await statOf('sysBases.history'))?.p95 ?? 0
    expect(slow).toBeGreaterThanOrEqual(800)
    expect(slow).toBeLessThanOrEqual(960)
  })
  it('sort the list of APIs, those never called last', async () => {
    for (const sort of ['p95', '-p95']) {
      const { data = [] } = await app.call(apisContract.list, { query: { size: 100, sort } }, await app.signIn())
      const known = data.flatMap(({ stat }) => stat.p95 ?? [])
      expect(known.length).toBeGreaterThan(0)
      expect(data.slice(0, known.length).map(({ stat }) => stat.p95)).toEqual(
        known.toSorted((a, b) => (sort === 'p95' ? a - b : b - a)),
      )
    }
    const { data = [] } = await app.call(apisContract.list, { query: { sort: '-calls7d' } }, await app.signIn())
    expect(data[0]?.stat.calls7d).toBe(Math.max(...data.map(({ stat }) => stat.calls7d)))
  })
  it('reaches back seven days, and older days are swept away', async () => {
    await app.sql(
      `insert into api_calls (api_id, day, bucket, calls, denials, last_at)
       select $1, utc_today() - back, 5, 1, 0, now() - back * interval '1 day' from generate_series(1, 9) as back`,
      [await apiId('sysBases.revert')],
    )
    expect(await statOf('sysBases.revert')).toMatchObject({ calls7d: 6 })
    for (const text of registryLeftovers) await app.database.statement({ text, values: [] })
    const days = await app.sql('select day from api_calls where api_id = $1', [await apiId('sysBases.revert')])
    expect(days).toHaveLength(6)
  })
  it('is kept in mind when it cannot be written down, and dropped for what is no API', async () => {
    let fails = true
    const transact: typeof app.database.transact = (sight, work) =>
      fails ? Promise.reject(new Error('planted')) : app.database.transact(sight, work)
    const node = createApiCalls({ ...app.database, transact })
    const troubles: unknown[] = []
    const stop = node.start((error) => troubles.push(error))
    node.count(list, 0, 1)
    node.count({ ...list, path: '/api/sys/nowhere/v1' }, 0, 1)
    const { calls7d = 0 } = (await statOf('sysBases.list')) ?? {}
    await stop()
    expect(troubles).toHaveLength(1)
    fails = false
    await stop()
    expect(await statOf('sysBases.list')).toMatchObject({ calls7d: calls7d + 1 })
  })
  it('is nobody’s but the platform company’s', async () => {
    const seen = (company: string) =>
      app.database.transact({ reach: 'company', companyId: company }, (db) =>
        db.selectFrom('api_calls').select('calls').execute(),
      )
    const [platform] = await app.sql('select id from companies where platform')
    expect((await seen(String(platform?.id))).length).toBeGreaterThan(0)
    expect(await seen(companyId)).toEqual([])
  })
})

describe('who was refused an API', () => {
  it('is told person by person, the last one first, to those of his company who may explain denials', async () => {
    const [one, two] = [await buildUser(app, { companyId }), await buildUser(app, { companyId })]
    const other = await buildUser(app, { companyId: await buildCompany(app, '华南公司') })
    for (const who of [one, one, two, other]) await app.call(apisContract.list, { query: {} }, await app.signIn(who))
    const overseer = await buildUser(app, { companyId, permissions: ['sysExplain:view'] })
    const token = await app.signIn(overseer)
    const ask = async (query: object = {}) =>
      app.call(explainContract.denials, { query: { apiId: await apiId('sysApis.list'), ...query } }, token)
    const told = await ask()
    expect(told.total).toBe(2)
    expect(told.data).toMatchObject([
      { user: { id: two.id, account: two.account }, denials: 1 },
      { user: { id: one.id }, denials: 2 },
    ])
    const traceId = String(told.data?.[1]?.traceId)
    expect((await app.call(explainContract.explain, { query: { traceId } }, token)).data?.person.id).toBe(one.id)
    expect((await ask({ search: two.account })).total).toBe(1)
    expect((await app.call(explainContract.denials, { query: { apiId: traceId } }, token)).code).toBe(400)
    const nobody = await app.signIn(one)
    expect(
      (await app.call(explainContract.denials, { query: { apiId: await apiId('sysApis.list') } }, nobody)).status,
    ).toBe(403)
  })
})
