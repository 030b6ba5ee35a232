import { randomUUID } from 'node:crypto'
import { switchingContract, visitsContract } from '@atrium/contract/features/visits/visits.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { createVisitStage, type VisitStage } from '../../../test/visit-stage.ts'

let app: TestApp
let root: string
let stage: VisitStage
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
})
beforeEach(async () => {
  await app.sql('delete from limits')
  stage = await createVisitStage(app)
  await stage.policy('ask')
})

const list = async (token = stage.keeperToken, query = {}) =>
  (await app.call(visitsContract.list, { query }, token)).data ?? []
/** Asks the company. Out: the request. */
const ask = async (wish = {}) => {
  const { code, data } = await stage.switchTo(wish)
  expect(code).toBe(111)
  return (data as unknown as { requestId: string }).requestId
}
const allow = async (id: string, minutes = 20, token = stage.keeperToken) => {
  const version = (await list(token)).find((row) => row.id === id)?.version ?? 1
  return app.call(visitsContract.allow, { params: { id }, body: { minutes, version } }, token)
}
const reject = (id: string, version = 1) =>
  app.call(visitsContract.reject, { params: { id }, body: { reason: '不需要', version } }, stage.keeperToken)
const eventsOf = async (companyId: string) =>
  (
    await app.sql(`select event, ok, code from audit_log where company_id = $1 and event like 'visit%' order by seq`, [
      companyId,
    ])
  ).map(({ event, ok, code }) => [event, ok, code])

describe('a company that wants to be asked', () => {
  it('is asked once, and its administrator sees who asks for what', async () => {
    const { visitor, host, check } = stage
    expect((await check()).data).toMatchObject({ allowed: false, policy: 'ask', request: null })
    const id = await ask({ reason: '第一次' })
    expect(await ask({ reason: '改过', mode: 'view', minutes: 15 })).toBe(id)
    expect(await list()).toMatchObject([
      {
        ...{ id, state: 'open', mode: 'view', reason: '改过', minutes: 15, version: 2, orgId: null, orgName: '' },
        user: { id: visitor.id, name: '张伟', account: visitor.account },
        ...{ company: { name: '平台运营' }, decideTime: null, decideBy: null },
      },
    ])
    expect((await check()).data).toMatchObject({ allowed: false, request: { id, state: 'open', reason: '改过' } })
    expect(await eventsOf(host)).toEqual([
      ['visit.started', false, 111],
      ['visit.started', false, 111],
    ])
  })

  it('lets him in once, for as long as it said and as it said', async () => {
    const { switchTo, check, whoAmI, enter, org } = stage
    const place = await org('财务部')
    const id = await ask({ mode: 'view', orgId: place, minutes: 120 })
    expect((await allow(id, 20)).code).toBe(0)
    expect((await check()).data).toMatchObject({
      ...{ allowed: true, problem: '', modes: ['view'] },
      request: { id, state: 'allowed', minutes: 20, orgName: '财务部' },
    })
    expect((await switchTo({ mode: 'manage', orgId: place })).code).toBe(3152)
    expect((await switchTo({ mode: 'view' })).code).toBe(3152)
    const { token } = await enter({ mode: 'view', orgId: place, minutes: 240 })
    const minutes = (Date.parse(String((await whoAmI(token)).data?.act?.until)) - Date.now()) / 60_000
    expect(minutes).toBeLessThanOrEqual(20)
    expect(minutes).toBeGreaterThan(19)
    expect(await list()).toMatchObject([{ id, state: 'used' }])
    expect(await ask({ mode: 'view', orgId: place })).not.toBe(id)
  })

  it('lets only one of two in who come with one permission', async () => {
    await allow(await ask())
    const both = await Promise.all([stage.switchTo(), stage.switchTo()])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 111])
  })

  it('may say no, with a reason that he reads', async () => {
    const { check, visitor } = stage
    await app.sql(`update users set email = account || '@example.com' where id = $1`, [visitor.id])
    const id = await ask()
    expect((await reject(id)).code).toBe(0)
    expect(await list()).toMatchObject([
      { id, state: 'rejected', decideReason: '不需要', decideBy: { id: stage.keeper.id } },
    ])
    expect((await check()).data).toMatchObject({ allowed: false, request: null })
    expect((await reject(id, 2)).code).toBe(3153)
    expect((await allow(id)).code).toBe(3153)
    await expect
      .poll(async () => (await app.outbox()).filter(({ to }) => to === `${visitor.account}@example.com`), {
        timeout: 5000,
      })
      .toMatchObject([{ text: expect.stringContaining('不需要') }])
  })

  it('no longer lets in whoever comes too late', async () => {
    const { host } = stage
    const id = await ask()
    await allow(id)
    await app.sql('update visit_requests set use_until = now() where company_id = $1', [host])
    expect(await list(stage.keeperToken, { 'f.state': 'lapsed' })).toMatchObject([{ id, state: 'lapsed' }])
    expect(await list(stage.keeperToken, { 'f.state': 'allowed' })).toEqual([])
    expect(await ask()).not.toBe(id)
  })

  it('decides on what it saw', async () => {
    const id = await ask()
    await ask({ reason: '别的' })
    const body = { minutes: 20, version: 1 }
    expect((await app.call(visitsContract.allow, { params: { id }, body }, stage.keeperToken)).code).toBe(409)
  })

  it('is nobody else’s to decide for: another company does not see the request, and no guest lets himself in', async () => {
    const other = await createVisitStage(app)
    const id = await ask()
    const body = { minutes: 20, version: 1 }
    const foreign = await app.call(visitsContract.allow, { params: { id }, body }, other.keeperToken)
    const random = await app.call(visitsContract.allow, { params: { id: randomUUID() }, body }, other.keeperToken)
    expect([foreign.code, foreign.msg]).toEqual([random.code, random.msg])
    expect(foreign.code).toBe(404)
    expect(await list(other.keeperToken)).toEqual([])
    await stage.policy('allowed')
    const { token } = await stage.enter({}, root)
    expect((await app.call(visitsContract.list, { query: {} }, token)).data).toHaveLength(1)
    expect(await app.call(visitsContract.allow, { params: { id }, body }, token)).toMatchObject({ code: 3154 })
    const no = { reason: '不', version: 1 }
    expect((await app.call(visitsContract.reject, { params: { id }, body: no }, token)).code).toBe(3154)
  })

  it('is no longer asked by who is in already, and keeps who is in until his time', async () => {
    await stage.policy('allowed')
    const { token } = await stage.enter()
    await stage.policy('ask')
    await new Promise((done) => setTimeout(done, 1100))
    expect((await stage.whoAmI(token)).data).toMatchObject({ grant: 1 })
    expect((await app.call(switchingContract.switchCheck, { params: { id: stage.host } }, token)).data).toMatchObject({
      allowed: false,
      policy: 'ask',
    })
  })
})
