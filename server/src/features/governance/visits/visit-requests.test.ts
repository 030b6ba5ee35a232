import { randomUUID } from 'node:crypto'
import { switchingContract, visitsContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { dataAs } from '../../../../test/loosely-typed.ts'
import { createVisitStage, type VisitStage } from '../../../../test/visit-stage.ts'

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

const list = async (token = stage.adminToken, query = {}) =>
  (await app.call(visitsContract.list, { query }, token)).data ?? []
/**
 * Requests a visit.
 * @returns the id of the request
 */
const requestVisit = async (changes = {}) => {
  const { code, data } = await stage.switchTo(changes)
  expect(code).toBe(111)
  return dataAs<{ requestId: string }>({ data }).requestId
}
const allow = async (id: string, minutes = 20, token = stage.adminToken) => {
  const version = (await list(token)).find((row) => row.id === id)?.version ?? 1
  return app.call(visitsContract.allow, { params: { id }, body: { minutes, version } }, token)
}
const reject = (id: string, version = 1) =>
  app.call(visitsContract.reject, { params: { id }, body: { reason: '不需要', version } }, stage.adminToken)
const readEvents = async (companyId: string) =>
  (
    await app.sql(`select event, ok, code from audit_log where company_id = $1 and event like 'visit%' order by seq`, [
      companyId,
    ])
  ).map(({ event, ok, code }) => [event, ok, code])

describe('a company that requires a request', () => {
  it('receives one request per visitor, with its terms', async () => {
    const { visitor, host, check } = stage
    expect((await check()).data).toMatchObject({ allowed: false, policy: 'ask', request: null })
    const id = await requestVisit({ reason: '第一次' })
    expect(await requestVisit({ reason: '改过', mode: 'view', minutes: 15 })).toBe(id)
    expect(await list()).toMatchObject([
      {
        id,
        state: 'open',
        mode: 'view',
        reason: '改过',
        minutes: 15,
        version: 2,
        orgId: null,
        orgName: '',
        user: { id: visitor.id, name: '张伟', account: visitor.account },
        company: { name: '平台运营' },
        decideTime: null,
        decideBy: null,
      },
    ])
    expect((await check()).data).toMatchObject({ allowed: false, request: { id, state: 'open', reason: '改过' } })
    expect(await readEvents(host)).toEqual([
      ['visit.started', false, 111],
      ['visit.started', false, 111],
    ])
  })

  it('admits the visitor once, within the allowed time, mode and organisation', async () => {
    const { switchTo, check, whoAmI, enter, org } = stage
    const orgId = await org('财务部')
    const id = await requestVisit({ mode: 'view', orgId, minutes: 120 })
    expect((await allow(id, 20)).code).toBe(0)
    expect((await check()).data).toMatchObject({
      allowed: true,
      problem: '',
      modes: ['view'],
      request: { id, state: 'allowed', minutes: 20, orgName: '财务部' },
    })
    expect((await switchTo({ mode: 'manage', orgId })).code).toBe(3152)
    expect((await switchTo({ mode: 'view' })).code).toBe(3152)
    const { token } = await enter({ mode: 'view', orgId, minutes: 240 })
    const minutes = (Date.parse(String((await whoAmI(token)).data?.act?.until)) - Date.now()) / 60_000
    expect(minutes).toBeLessThanOrEqual(20)
    expect(minutes).toBeGreaterThan(19)
    expect(await list()).toMatchObject([{ id, state: 'used' }])
    expect(await requestVisit({ mode: 'view', orgId })).not.toBe(id)
  })

  it('admits one of two concurrent visits with the same request', async () => {
    await allow(await requestVisit())
    const both = await Promise.all([stage.switchTo(), stage.switchTo()])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 111])
  })

  it('can reject with a reason sent to the visitor', async () => {
    const { check, visitor } = stage
    await app.sql(`update users set email = account || '@example.com' where id = $1`, [visitor.id])
    const id = await requestVisit()
    expect((await reject(id)).code).toBe(0)
    expect(await list()).toMatchObject([
      { id, state: 'rejected', decideReason: '不需要', decideBy: { id: stage.admin.id } },
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

  it('refuses a request that has lapsed', async () => {
    const { host } = stage
    const id = await requestVisit()
    await allow(id)
    await app.sql('update visit_requests set use_until = now() where company_id = $1', [host])
    expect(await list(stage.adminToken, { 'f.state': 'lapsed' })).toMatchObject([{ id, state: 'lapsed' }])
    expect(await list(stage.adminToken, { 'f.state': 'allowed' })).toEqual([])
    expect(await requestVisit()).not.toBe(id)
  })

  it('rejects a decision on a stale version', async () => {
    const id = await requestVisit()
    await requestVisit({ reason: '别的' })
    const body = { minutes: 20, version: 1 }
    expect((await app.call(visitsContract.allow, { params: { id }, body }, stage.adminToken)).code).toBe(409)
  })

  it('decides alone: other companies do not see the request and guests cannot decide it', async () => {
    const other = await createVisitStage(app)
    const id = await requestVisit()
    const body = { minutes: 20, version: 1 }
    const foreign = await app.call(visitsContract.allow, { params: { id }, body }, other.adminToken)
    const random = await app.call(visitsContract.allow, { params: { id: randomUUID() }, body }, other.adminToken)
    expect([foreign.code, foreign.msg]).toEqual([random.code, random.msg])
    expect(foreign.code).toBe(404)
    expect(await list(other.adminToken)).toEqual([])
    await stage.policy('allowed')
    const { token } = await stage.enter({}, root)
    expect((await app.call(visitsContract.list, { query: {} }, token)).data).toHaveLength(1)
    expect(await app.call(visitsContract.allow, { params: { id }, body }, token)).toMatchObject({ code: 3154 })
    const no = { reason: '不', version: 1 }
    expect((await app.call(visitsContract.reject, { params: { id }, body: no }, token)).code).toBe(3154)
  })

  it('lets a running visit continue until its expiry', async () => {
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
