import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { maxBuckets } from '@atrium/contract/kernel/histogram.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNarrowStage, type NarrowStage } from '../../../../test/narrow-stage.ts'
import { plantLog } from '../../../../test/planted-log.ts'

const { operations, operationsHistogram } = operationLogsContract
const march = '2020-03-01 00:00:00~2020-03-31 23:59:59'
const zone = { 'x-time-zone': 'Asia/Shanghai' }

let app: TestApp
let stage: NarrowStage
let members: readonly string[]
let token: string
beforeAll(async () => {
  app = await createTestApp()
  stage = await createNarrowStage(app)
  const [near, far] = [await stage.buildMember(stage.north), await stage.buildMember(stage.south)]
  members = [near.id, far.id, far.id]
  await plantLog(app, stage.companyId, { actors: members, count: 600 })
  token = await stage.signInWide('sysLogs:oper')
})
const draw = async (query: object, by = token) => {
  const { data } = await app.call(operationsHistogram, { query }, by, zone)
  if (!data) throw new Error('no histogram')
  const sum = (kind: 'success' | 'refused' | 'failed') => data.buckets.reduce((total, each) => total + each[kind], 0)
  const [success, refused, failed] = [sum('success'), sum('refused'), sum('failed')]
  return { ...data, success, refused, failed, rows: success + refused + failed }
}
const total = async (query: object, by = token) =>
  (await app.call(operations, { query: { ...query, size: 1 } }, by, zone)).total

describe('the histogram of operations', () => {
  it('tells success, refusals and failures apart; a second step is neither', async () => {
    expect(await draw({ 'f.time': march })).toMatchObject({ success: 480, refused: 60, failed: 60, since: null })
  })
  it.each([
    ['nothing', {}],
    ['time', { 'f.time': march }],
    ['success', { 'f.time': march, 'f.result': 'success' }],
    ['failure', { 'f.time': march, 'f.result': 'failure' }],
    ['a module', { 'f.time': march, 'f.module': 'sysBases' }],
    ['a module without events', { 'f.module': 'nothing' }],
    ['an event', { 'f.event': 'baseParameter.created', 'f.result': 'failure' }],
    ['an address', { 'f.ip': '10.0.0.1' }],
    ['a trace id', { 'f.trace': 'c4ca4238' }],
    ['text', { 'f.time': march, search: '参数3' }],
    ['a time without rows', { 'f.time': '2020-01-01 00:00:00~2020-01-02 00:00:00' }],
  ])('counts what the list shows, filtered by %s', async (_, query) => {
    expect((await draw(query)).rows).toBe(await total(query))
  })
  it('counts what the list shows of a user', async () => {
    const query = { 'f.user': members[1], 'f.time': march }
    expect([(await draw(query)).rows, await total(query)]).toEqual([400, 400])
  })
  it('counts in each bucket what the list shows in its time', async () => {
    const { buckets, before } = await draw({ 'f.time': march })
    expect(buckets.length).toBeGreaterThan(10)
    expect(buckets.length).toBeLessThanOrEqual(maxBuckets)
    const shown = (at: string, less = 0) =>
      new Date(Date.parse(at) + 8 * 3_600_000 - less).toISOString().slice(0, 19).replace('T', ' ')
    for (const at of [0, 5, buckets.length - 1]) {
      const { from, ...counts } = buckets[at] ?? { from: '' }
      const time = `${shown(from)}~${shown(buckets[at + 1]?.from ?? before ?? '', 1000)}`
      const { success, refused, failed } = await draw({ 'f.time': time })
      expect({ success, refused, failed }).toEqual(counts)
      expect(await total({ 'f.time': time })).toBe(success + refused + failed)
    }
  })
  it('counts what a narrow row scope shows', async () => {
    const narrow = await stage.signInNorth('sysLogs:oper')
    const query = { 'f.time': march }
    // Every second row is about a user without naming one, so that it is in no scope.
    expect([(await draw(query, narrow)).rows, await total(query, narrow)]).toEqual([100, 100])
  })
  it('counts what the caller alone did, if they see no more', async () => {
    const own = await app.signIn(await stage.buildMember(stage.north, ['sysLogs:oper'], 'self'))
    expect((await draw({ 'f.time': march }, own)).rows).toBe(0)
    expect((await draw({}, own)).rows).toBe(await total({}, own))
  })
  it('counts no rows of other companies and requires the right', async () => {
    const other = await buildUser(app, { companyId: await buildCompany(app, '别家'), permissions: ['sysLogs:oper'] })
    expect((await draw({ 'f.time': march }, await app.signIn(other))).rows).toBe(0)
    const without = await app.signIn(await stage.buildMember(null, ['sysLogs:login'], 'all'))
    expect((await app.call(operationsHistogram, { query: {} }, without)).status).toBe(403)
  })
})
