import { apisContract } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createRegistryStage } from '../../../../test/registry-stage.ts'
import { createApiCalls } from './index.ts'
import { registryRetention } from './registry.feature.ts'

const { list, history } = baseParametersContract
const { app, admin, companyId, apiId } = await createRegistryStage()

const readStat = async (key: string) =>
  (await app.call(apisContract.get, { params: { id: await apiId(key) } }, admin)).data?.stat
/** Simulates another node with its own calls. */
const simulateNode = async (answered: (count: ReturnType<typeof createApiCalls>['count']) => void) => {
  const node = createApiCalls(app.database)
  const stop = node.start((error) => {
    throw error
  })
  answered(node.count)
  await stop()
}

describe('API usage', () => {
  it('counts calls, denials and the last call, written after a few seconds', async () => {
    const reader = await app.signIn(await buildUser(app, { companyId, permissions: ['sysBases:list'] }))
    const stranger = await app.signIn(await buildUser(app, { companyId }))
    expect(await readStat('sysBases.list')).toEqual({ calls7d: 0, p95: null, denies7d: 0, last: null })
    for (const token of [reader, reader, reader, stranger]) await app.call(list, { query: {} }, token)
    await expect.poll(() => readStat('sysBases.list'), { timeout: 6000 }).toMatchObject({ calls7d: 4, denies7d: 1 })
    const { p95, last } = (await readStat('sysBases.list')) ?? {}
    expect(p95).toBeGreaterThan(0)
    expect(Date.now() - Date.parse(last ?? '')).toBeLessThan(60_000)
  })
  it('adds the counts of all nodes and takes the 95th percentile', async () => {
    const node = () =>
      simulateNode((count) => {
        for (let n = 0; n < 94; n += 1) count(history, 0, 10)
        for (let n = 0; n < 6; n += 1) count(history, 0, 800)
        for (let n = 0; n < 50; n += 1) count(history, 403, 5000)
      })
    await simulateNode((count) => {
      for (let n = 0; n < 95; n += 1) count(history, 0, 10)
    })
    const quick = (await readStat('sysBases.history'))?.p95 ?? 0
    expect(quick).toBeGreaterThanOrEqual(10)
    expect(quick).toBeLessThanOrEqual(12)
    await Promise.all([node(), node()])
    await node()
    // 18 of 395 are slow: less than 5 %.
    expect(await readStat('sysBases.history')).toMatchObject({ calls7d: 545, denies7d: 150, p95: quick })
    await Promise.all([node(), node(), node(), node(), node(), node(), node()])
    const slow = (await readStat('sysBases.history'))?.p95 ?? 0
    expect(slow).toBeGreaterThanOrEqual(800)
    expect(slow).toBeLessThanOrEqual(960)
  })
  it('sorts the list of APIs, those never called last', async () => {
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
  it('covers seven days, and older days are deleted', async () => {
    await app.sql(
      `insert into api_calls (api_id, day, bucket, calls, denials, last_at)
       select $1, utc_today() - back, 5, 1, 0, now() - back * interval '1 day' from generate_series(1, 9) as back`,
      [await apiId('sysBases.revert')],
    )
    expect(await readStat('sysBases.revert')).toMatchObject({ calls7d: 6 })
    for (const text of registryRetention) await app.database.statement({ text, values: [] })
    const days = await app.sql('select day from api_calls where api_id = $1', [await apiId('sysBases.revert')])
    expect(days).toHaveLength(6)
  })
  it('is kept in memory when it cannot be written, and dropped for unknown APIs', async () => {
    let fails = true
    const transact: typeof app.database.transact = (reach, work) =>
      fails ? Promise.reject(new Error('planted')) : app.database.transact(reach, work)
    const node = createApiCalls({ ...app.database, transact })
    const troubles: unknown[] = []
    const stop = node.start((error) => troubles.push(error))
    node.count(list, 0, 1)
    node.count({ ...list, path: '/api/sys/nowhere/v1' }, 0, 1)
    const { calls7d = 0 } = (await readStat('sysBases.list')) ?? {}
    await stop()
    expect(troubles).toHaveLength(1)
    fails = false
    await stop()
    expect(await readStat('sysBases.list')).toMatchObject({ calls7d: calls7d + 1 })
  })
  it('is visible to the platform company alone', async () => {
    const deniedUsers = (company: string) =>
      app.database.transact({ reach: 'company', companyId: company }, (db) =>
        db.selectFrom('api_calls').select('calls').execute(),
      )
    const [platform] = await app.sql('select id from companies where platform')
    expect((await deniedUsers(String(platform?.id))).length).toBeGreaterThan(0)
    expect(await deniedUsers(companyId)).toEqual([])
  })
})

describe('users denied an API', () => {
  it('are listed by user, latest first, to users of their company with the right to explain denials', async () => {
    const [one, two] = [await buildUser(app, { companyId }), await buildUser(app, { companyId })]
    const other = await buildUser(app, { companyId: await buildCompany(app, '华南公司') })
    for (const who of [one, one, two, other]) await app.call(apisContract.list, { query: {} }, await app.signIn(who))
    const overseer = await buildUser(app, { companyId, permissions: ['sysExplain:view'] })
    const token = await app.signIn(overseer)
    const ask = async (query: object = {}) =>
      app.call(explainContract.denials, { query: { apiId: await apiId('sysApis.list'), ...query } }, token)
    const reply = await ask()
    expect(reply.total).toBe(2)
    expect(reply.data).toMatchObject([
      { user: { id: two.id, account: two.account }, denials: 1 },
      { user: { id: one.id }, denials: 2 },
    ])
    const traceId = String(reply.data?.[1]?.traceId)
    expect((await app.call(explainContract.explain, { query: { traceId } }, token)).data?.person.id).toBe(one.id)
    expect((await ask({ search: two.account })).total).toBe(1)
    expect((await app.call(explainContract.denials, { query: { apiId: traceId } }, token)).code).toBe(400)
    const withoutRight = await app.signIn(one)
    expect(
      (await app.call(explainContract.denials, { query: { apiId: await apiId('sysApis.list') } }, withoutRight)).status,
    ).toBe(403)
  })
})
