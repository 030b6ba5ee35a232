import { signInLogsContract } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNarrowStage, type NarrowStage } from '../../../../test/narrow-stage.ts'

const { list, signInsHistogram, signInPlaces } = signInLogsContract
const wrong = (account: string) => app.call(signInContract.verify, { body: { account, password: 'Wrong#Pass1' } })

let app: TestApp
let stage: NarrowStage
let token: string
let narrow: string
let near: Awaited<ReturnType<NarrowStage['buildMember']>>
beforeAll(async () => {
  app = await createTestApp()
  stage = await createNarrowStage(app)
  near = await stage.buildMember(stage.north)
  const far = await stage.buildMember(stage.south)
  for (const user of [near, far, far]) await app.signIn(user)
  for (const { account } of [near, far]) await wrong(account)
  token = await stage.signInWide('sysLogs:login')
  narrow = await stage.signInNorth('sysLogs:login')
})
const draw = async (query: object, by = token) => {
  const { data } = await app.call(signInsHistogram, { query }, by)
  const sum = (kind: 'success' | 'refused' | 'failed') =>
    data?.buckets.reduce((total, each) => total + each[kind], 0) ?? Number.NaN
  return { success: sum('success'), refused: sum('refused'), failed: sum('failed'), since: data?.since }
}
const total = async (query: object, by = token) => (await app.call(list, { query: { ...query, size: 1 } }, by)).total
const rank = async (query: object, by = token) => (await app.call(signInPlaces, { query }, by)).data

describe('the histogram of sign-ins', () => {
  it('tells sign-ins and refusals apart', async () => {
    expect(await draw({})).toEqual({ success: 5, refused: 2, failed: 0, since: null })
  })
  it.each([
    ['nothing', {}],
    ['success', { 'f.result': 'success' }],
    ['failure', { 'f.result': 'failure' }],
    ['text', { search: '127.0.0' }],
    ['text without a row', { search: '没有此人' }],
    ['a time without rows', { 'f.time': '2020-01-01 00:00:00~2020-01-02 00:00:00' }],
    ['a time that is not over', { 'f.time': '2020-01-01 00:00:00~2999-01-02 00:00:00' }],
  ])('counts what the list shows to wide and narrow callers, filtered by %s', async (_, query) => {
    for (const by of [token, narrow]) {
      const { success, refused, failed } = await draw(query, by)
      expect(success + refused + failed).toBe(await total(query, by))
    }
  })
  it('counts an account’s own sign-ins by its name', async () => {
    const query = { search: near.account }
    expect((await draw(query)).success + (await draw(query)).refused).toBe(await total(query))
  })
  it('counts no sign-ins of other companies and requires the right', async () => {
    const companyId = await buildCompany(app, '别家')
    const other = await app.signIn(await buildUser(app, { companyId, permissions: ['sysLogs:login'] }))
    expect(await draw({}, other)).toMatchObject({ success: 1, refused: 0 })
    const without = await app.signIn(await buildUser(app, { companyId, permissions: ['sysLogs:oper'] }))
    for (const endpoint of [signInsHistogram, signInPlaces])
      expect((await app.call(endpoint, { query: {} }, without)).status).toBe(403)
  })
})

describe('the ranking of places', () => {
  it('names places of what the list shows, most first', async () => {
    await app.sql(`update audit_log set ip = '114.114.114.114' where company_id = $1 and actor_id = $2`, [
      stage.companyId,
      near.id,
    ])
    const ranked = await rank({})
    expect(ranked).toMatchObject({ since: null, others: 0 })
    expect(ranked?.places.map(({ success, failure }) => [success, failure])).toEqual([
      [4, 1],
      [1, 1],
    ])
    expect(ranked?.places[0]?.area).toBe('内网')
    expect(await rank({ 'f.result': 'failure' })).toMatchObject({
      places: [
        { success: 0, failure: 1 },
        { success: 0, failure: 1 },
      ],
    })
    expect((await rank({}, narrow))?.places).toHaveLength(2)
    expect((await rank({ search: '没有此人' }, narrow))?.places).toEqual([])
  })
})
