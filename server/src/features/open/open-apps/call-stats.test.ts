import { openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { callOpen, createOpenStage, type OpenStage } from '../../../../test/open-stage.ts'
import { createCallDays } from './call-days.ts'

const { stat, companyStat, apis, usage } = openAppsContract
const nobody = '00000000-0000-0000-0000-000000000000'
let app: TestApp
let stage: OpenStage
beforeAll(async () => {
  app = await createTestApp()
  stage = await createOpenStage(app)
})

const buildApp = async (apiIds: string[] = [], rights: string[] = ['sysPosts:list']) => {
  const company = await stage.company(rights)
  const { id, appKey } = await stage.app(company.token, { name: '仓储对接' })
  const { secret } = await stage.secret(company.token, id)
  if (apiIds.length > 0) await stage.grant(company.token, id, apiIds)
  return { ...company, id, appKey, secret }
}
type Counted = { calls: number; errors?: number; refusals?: number; hoursAgo?: number }
/** Calls as the gate has written them. */
const count = (
  { companyId, id }: { companyId: string; id: string },
  apiId: string,
  { calls, errors = 0, refusals = 0, hoursAgo = 0 }: Counted,
) =>
  app.sql(
    `insert into open_call_sums (company_id, app_id, hour, api_id, signer_id, calls, errors, refusals, ms, last_at)
     values ($1, $2, date_trunc('hour', now()) - make_interval(hours => $3), $4, $5, $6, $7, $8, 0, now())`,
    [companyId, id, hoursAgo, apiId, nobody, calls, errors, refusals],
  )
/** Calls by step or slot, as the gate has written them. */
const spread = (
  { companyId, id }: { companyId: string; id: string },
  apiId: string,
  rows: readonly (readonly [string, number, number])[],
) =>
  app.sql(
    `insert into open_call_spreads (company_id, app_id, hour, api_id, step, slot, calls)
     select $1, $2, date_trunc('hour', now()), $3, row ->> 0, (row ->> 1)::smallint, (row ->> 2)::int
     from jsonb_array_elements($4::jsonb) as row`,
    [companyId, id, apiId, JSON.stringify(rows)],
  )
const eventually = async <T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> => {
  for (let n = 0; n < 50; n += 1) {
    const value = await read()
    if (isDone(value)) return value
    await new Promise((done) => setTimeout(done, 100))
  }
  return read()
}
const readStat = async ({ id, token }: { id: string; token: string }, range: 'day' | 'week' | 'month' = 'day') => {
  const { data, msg } = await app.call(stat, { params: { id }, query: { range } }, token)
  if (!data) throw new Error(msg)
  return data
}

/** Over all points: the hour may end between two calls. */
const addUp = (points: readonly { calls: number; errors: number; refusals: number }[]) =>
  points.reduce(
    (sum, { calls, errors, refusals }) => ({
      calls: sum.calls + calls,
      errors: sum.errors + errors,
      refusals: sum.refusals + refusals,
    }),
    { calls: 0, errors: 0, refusals: 0 },
  )

describe('statistics of calls', () => {
  it('count the calls of an application by API, with the steps that refused them and how long the others took', async () => {
    const opened = await stage.openApi()
    const caller = await buildApp([opened.id])
    await new Promise((done) => setTimeout(done, 1100))
    const call = { method: 'GET' as const, url: opened.path, appKey: caller.appKey, secret: caller.secret }
    for (let n = 0; n < 4; n += 1) expect((await callOpen(app, call)).status).toBe(200)
    await callOpen(app, { ...call, url: `${opened.path}?page=x` })
    await callOpen(app, { ...call, secret: 'wrong' })
    await callOpen(app, { ...call, url: '/open/v1/nowhere' })
    // The points are read first: once they are complete, the rest is.
    const found = await eventually(
      () => readStat(caller),
      ({ points }) => addUp(points).calls === 7,
    )
    expect(found).toMatchObject({ calls: 7, errors: 1, refusals: 2 })
    expect(found.points).toHaveLength(24)
    expect(addUp(found.points)).toEqual({ calls: 7, errors: 1, refusals: 2 })
    expect(found.steps).toEqual([
      { step: 'api', calls: 1 },
      { step: 'signature', calls: 1 },
    ])
    expect(found.parts).toMatchObject([
      { id: opened.id, name: '岗位查询', calls: 5, errors: 1, refusals: 0, p50: expect.any(Number) },
      { id: null, name: '', calls: 2, errors: 0, refusals: 2, p50: null, p95: null },
    ])
    expect(found.p50 ?? 0).toBeGreaterThan(0)
    expect((await app.call(apis, { params: { id: caller.id } }, caller.token)).data).toMatchObject([{ usedToday: 5 }])
  })

  it('read percentiles to ten per cent from ranges of durations', async () => {
    const { id: apiId } = await stage.openApi()
    const caller = await buildApp()
    await count(caller, apiId, { calls: 110, refusals: 10 })
    // Ends of ranges: 2^(slot / 4) ms. Refused calls have no duration.
    await spread(caller, apiId, [
      ['', 16, 60],
      ['', 24, 34],
      ['', 40, 6],
      ['limit', 0, 10],
    ])
    const { p50, p95, parts } = await readStat(caller)
    for (const [found, wanted] of [
      [p50, 16],
      [p95, 1024],
    ] as const)
      expect(Math.abs((found ?? 0) - wanted) / wanted).toBeLessThan(0.1)
    expect(parts).toMatchObject([{ p50, p95 }])
  })

  it('look back for a day by hours, a week by hours, and a month by days', async () => {
    const { id: apiId } = await stage.openApi()
    const caller = await buildApp()
    await count(caller, apiId, { calls: 1 })
    await count(caller, apiId, { calls: 2, hoursAgo: 30 })
    await count(caller, apiId, { calls: 4, hoursAgo: 24 * 10 })
    await count(caller, apiId, { calls: 8, hoursAgo: 24 * 40 })
    const [day, week, month] = [await readStat(caller), await readStat(caller, 'week'), await readStat(caller, 'month')]
    expect([day.calls, week.calls, month.calls]).toEqual([1, 3, 7])
    expect([day, week, month].map(({ points }) => points.length)).toEqual([24, 168, 30])
    for (const { points, calls } of [day, week, month])
      expect(points.reduce((sum, point) => sum + point.calls, 0)).toBe(calls)
    expect(new Set(month.points.map(({ time }) => time.slice(11)))).toEqual(new Set(['16:00:00.000Z']))
  })

  it('agree before and after days are added up, at midnight in the platform’s zone', async () => {
    const opened = await stage.openApi()
    const caller = await buildApp()
    const midnight = (await app.sql(`select date_trunc('day', now(), 'Asia/Shanghai') as at`))[0]?.at
    // The last hour of a day, the first of the next one, and both of a day that ends in the same night.
    for (const [hours, calls] of [
      [-1, 1],
      [0, 2],
      [-25, 4],
      [-24, 8],
      [-24 * 10, 16],
      [-24 * 29, 32],
      [-24 * 29 - 1, 64],
    ]) {
      const at = [caller.companyId, caller.id, midnight, hours, opened.id]
      await app.sql(
        `insert into open_call_sums (company_id, app_id, hour, api_id, signer_id, calls, errors, refusals, ms, last_at)
         values ($1, $2, $3::timestamptz + make_interval(hours => $4), $5, $5, $6, $6, $6, 0, now())`,
        [...at, calls],
      )
      await app.sql(
        `insert into open_call_spreads (company_id, app_id, hour, api_id, step, slot, calls)
         select $1, $2, $3::timestamptz + make_interval(hours => $4), $5, step, slot, $6
         from (values ('', 4), ('', 20), ('limit', 0)) as spread (step, slot)`,
        [...at, calls],
      )
    }
    const read = async () => [
      await readStat(caller, 'month'),
      (await app.call(companyStat, { query: { range: 'month' } }, caller.token)).data,
      (await app.call(openApisContract.stat, { params: { id: opened.id }, query: { range: 'month' } }, stage.root))
        .data,
    ]
    const before = await read()
    expect(before[0]?.points.slice(-3).map(({ calls }) => calls)).toEqual([4, 9, 2])
    expect(before[0]).toMatchObject({ calls: 63, points: { 0: { calls: 32 } } })
    const { addUp } = createCallDays(app.database)
    await Promise.all([addUp(), addUp()])
    expect(await read()).toEqual(before)

    // Hours of days that are added up are not read, until a node has written late ones.
    await app.sql(`delete from open_call_sums where app_id = $1 and hour < $2`, [caller.id, midnight])
    await app.sql(`delete from open_call_spreads where app_id = $1 and hour < $2`, [caller.id, midnight])
    await addUp()
    expect(await read()).toEqual(before)
    await app.sql(
      `insert into open_call_sums (company_id, app_id, hour, api_id, signer_id, calls, errors, refusals, ms, last_at)
       values ($1, $2, $3::timestamptz - interval '1 hour', $4, $4, 100, 0, 0, 0, now())`,
      [caller.companyId, caller.id, midnight, opened.id],
    )
    await addUp()
    expect((await readStat(caller, 'month')).points.at(-2)).toMatchObject({ calls: 100 })
  })

  it('go back for a year by day, from the first day with calls on, without what was refused', async () => {
    const [one, other] = [await stage.openApi(), await stage.openApi()]
    const caller = await buildApp()
    const read = async () => (await app.call(usage, { params: { id: caller.id } }, caller.token)).data?.days
    expect(await read()).toEqual([])
    const addDay = (ago: number, apiId: string, calls: number) =>
      app.sql(
        `insert into open_call_days (company_id, app_id, day, api_id, calls, errors, refusals)
         values ($1, $2, date_trunc('day', now(), 'Asia/Shanghai') - make_interval(days => $3), $4, $5, 1, 2)`,
        [caller.companyId, caller.id, ago, apiId, calls],
      )
    for (const [ago, calls] of [
      [395, 5],
      [365, 6],
      [364, 7],
      [2, 8],
    ] as const)
      await addDay(ago, one.id, calls)
    await addDay(2, other.id, 80)
    await count(caller, one.id, { calls: 9, refusals: 4 })
    const days = await read()
    expect(days).toHaveLength(365)
    expect(days?.[0]).toMatchObject({ used: 5, errors: 1, refusals: 2 })
    expect(days?.[1]).toMatchObject({ used: 0, errors: 0, refusals: 0 })
    expect(days?.at(-3)).toMatchObject({ used: 84, errors: 2, refusals: 4 })
    expect(days?.at(-1)).toMatchObject({ used: 5, refusals: 4 })
    const [today] = await app.sql(`select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`)
    expect(days?.at(-1)?.day).toBe(today?.day)
  })

  it('are kept by day for thirteen months', async () => {
    const opened = await stage.openApi()
    const caller = await buildApp()
    await app.sql(
      `insert into open_call_days (company_id, app_id, day, api_id, calls, errors, refusals)
       select $1, $2, date_trunc('day', now(), 'Asia/Shanghai') - make_interval(days => ago), $3, ago, 0, 0
       from unnest(array[1, 394, 397, 800]) as ago`,
      [caller.companyId, caller.id, opened.id],
    )
    await app.sql(`select enqueue_job('kernel.cleanup', gen_random_uuid(), null, null, 0)`)
    const read = async () =>
      (await app.sql('select calls from open_call_days where app_id = $1 order by day desc', [caller.id])).map(
        ({ calls }) => Number(calls),
      )
    expect(await eventually(read, ({ length }) => length < 4)).toEqual([1, 394])
  })

  it('sum up a company by application, and an API by company for the operator', async () => {
    const opened = await stage.openApi()
    const [one, other] = [await buildApp(), await buildApp()]
    const { id: second } = await stage.app(one.token, { name: '门店系统' })
    await count(one, opened.id, { calls: 5, errors: 2 })
    await count({ ...one, id: second }, opened.id, { calls: 3 })
    await count(other, opened.id, { calls: 7, refusals: 1 })
    const own = (await app.call(companyStat, { query: {} }, one.token)).data
    expect(own).toMatchObject({ calls: 8, errors: 2 })
    expect(own?.parts.map(({ name, calls }) => [name, calls])).toEqual([
      ['仓储对接', 5],
      ['门店系统', 3],
    ])
    const read = { params: { id: opened.id }, query: {} }
    const all = (await app.call(openApisContract.stat, read, stage.root)).data
    expect(all).toMatchObject({ calls: 15, errors: 2, refusals: 1 })
    expect(all?.parts.map(({ id, calls }) => [id, calls])).toEqual([
      [one.companyId, 8],
      [other.companyId, 7],
    ])
  })

  it('count more calls than an integer holds', async () => {
    const [one, other] = [await stage.openApi(), await stage.openApi()]
    const caller = await buildApp()
    const [each, calls] = [1_200_000_000, 2_400_000_000]
    for (const { id } of [one, other]) {
      await count(caller, id, { calls: each, refusals: each })
      await spread(caller, id, [['limit', 0, each]])
    }
    const found = await readStat(caller, 'month')
    expect(found).toMatchObject({ calls, refusals: calls, steps: [{ step: 'limit', calls }] })
    expect(found.points.at(-1)).toMatchObject({ calls })
  })

  it('are empty without calls, and hidden from other companies', async () => {
    const [caller, other] = [await buildApp(), await stage.company()]
    expect(await readStat(caller)).toMatchObject({ calls: 0, p50: null, p95: null, steps: [], parts: [] })
    expect((await app.call(stat, { params: { id: caller.id }, query: {} }, other.token)).code).toBe(404)
    const nothing = (await app.call(companyStat, { query: {} }, other.token)).data
    expect(nothing).toMatchObject({ calls: 0, parts: [] })
    const { id } = await stage.openApi()
    expect((await app.call(openApisContract.stat, { params: { id }, query: {} }, caller.token)).code).toBe(403)
  })
})
