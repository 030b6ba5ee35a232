import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createOpenStage, type OpenStage } from '../../../../test/open-stage.ts'

const { calls, callsHistogram } = openAppsContract
let app: TestApp
let stage: OpenStage
let token: string
let id: string
/** Sixty calls of the last sixty hours: every tenth is refused, every tenth fails. */
beforeAll(async () => {
  app = await createTestApp()
  stage = await createOpenStage(app)
  const company = await stage.company()
  token = company.token
  id = (await stage.app(token, { name: '有日志' })).id
  const { id: other } = await stage.app(token, { name: '别的应用' })
  for (const [at, each] of [id, other].entries())
    await app.sql(
      `insert into open_call_logs (company_id, id, app_id, method, path, ip, agent, status, outcome, refused_at_step,
         detail, canonical, ms, request_bytes, reply_bytes, trace_id, called_at)
       select $1, (substr(id_at(at.moment)::text, 1, 24) || lpad(to_hex($3::int + n), 12, '0'))::uuid, $2, 'GET',
         '/open/v1/' || n % 3, '10.0.0.1', '', case n % 10 when 0 then 401 when 5 then 502 else 200 end, 0,
         case n % 10 when 0 then 'signature' else '' end, '', '', 1, 0, 0, md5(n::text), at.moment
       from generate_series(1, 60) as n
       cross join lateral (select date_trunc('milliseconds', now()) - make_interval(hours => n) as moment) as at`,
      [company.companyId, each, at * 1000],
    )
})
const draw = async (query: object) => {
  const { data } = await app.call(callsHistogram, { params: { id }, query }, token)
  const sum = (kind: 'success' | 'refused' | 'failed') =>
    data?.buckets.reduce((total, each) => total + each[kind], 0) ?? Number.NaN
  return { success: sum('success'), refused: sum('refused'), failed: sum('failed'), since: data?.since }
}

describe('the histogram of logged calls', () => {
  it('tells admitted, refused and failed calls of one application apart', async () => {
    expect(await draw({})).toEqual({ success: 48, refused: 6, failed: 6, since: null })
  })
  it.each([
    ['refusal', { 'f.result': 'refused' }],
    ['failure', { 'f.result': 'failed' }],
    ['success', { 'f.result': 'ok' }],
    ['step', { 'f.step': 'signature' }],
    ['path', { search: '/open/v1/2' }],
    ['a time without calls', { 'f.time': '2020-01-01 00:00:00~2020-01-02 00:00:00' }],
    ['a time that is not over', { 'f.time': '2020-01-01 00:00:00~2999-01-02 00:00:00' }],
  ])('counts what the list shows, filtered by %s', async (_, query: object) => {
    const { total } = await app.call(calls, { params: { id }, query: { ...query, size: 1 } }, token)
    const { success, refused, failed } = await draw(query)
    expect(success + refused + failed).toBe(total)
  })
  it('counts in each bucket what the list shows in its time', async () => {
    const { data } = await app.call(callsHistogram, { params: { id }, query: {} }, token, { 'x-time-zone': 'UTC' })
    const shown = (at: string, less = 0) => new Date(Date.parse(at) - less).toISOString().slice(0, 19).replace('T', ' ')
    for (const at of [0, 20]) {
      const { from = '', success, refused, failed } = data?.buckets[at] ?? { success: 0, refused: 0, failed: 0 }
      const time = `${shown(from)}~${shown(data?.buckets[at + 1]?.from ?? '', 1000)}`
      const query = { 'f.time': time, size: 1 }
      const { total } = await app.call(calls, { params: { id }, query }, token, { 'x-time-zone': 'UTC' })
      expect(total).toBe(success + refused + failed)
    }
  })
})
