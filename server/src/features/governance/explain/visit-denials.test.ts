import { randomUUID } from 'node:crypto'
import { accessRequestsContract } from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { userBatchContract } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildPlanWithout, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createVisitStage, type VisitStage, visitorPermissions } from '../../../../test/visit-stage.ts'

const { explain, mine, request } = explainContract
let app: TestApp
let home: string
let stage: VisitStage
/** Decides at home, and can grant what is requested here. */
let deciderToken: string
beforeAll(async () => {
  app = await createTestApp()
  home = await readPlatformCompany(app)
})
beforeEach(async () => {
  await app.sql('delete from limits')
  stage = await createVisitStage(app)
  const deciding = ['sysExplain:view', 'sysAccessRequests:list', 'sysAccessRequests:decide']
  const permissions = [...deciding, ...visitorPermissions, 'sysUsers:delete']
  deciderToken = await app.signIn(await buildUser(app, { companyId: home, permissions }))
})

const remove = (token: string) => app.call(userStatusContract.remove, { params: { id: randomUUID() } }, token)
const batchLock = (token: string) =>
  app.call(userBatchContract.batch, { body: { action: 'lock', ids: [randomUUID()], params: { reason: '试' } } }, token)
const denied = async (attempt: ReturnType<typeof remove> | ReturnType<typeof batchLock>) => {
  const { status, traceId } = await attempt
  expect(status).toBe(403)
  return traceId
}
const ownExplanation = async (traceId: string, token: string) =>
  (await app.call(mine, { query: { traceId } }, token)).data
const requestAccess = (traceId: string, token: string) =>
  app.call(request, { body: { traceId, reason: '协助客户' } }, token)
const explained = async (traceId: string) => (await app.call(explain, { query: { traceId } }, deciderToken)).data
/** Gives the visited company its own plan. */
const planWithout = async (element: string) => {
  const plan = await buildPlanWithout(app, element)
  await app.sql('update tenants set plan_id = $2, version = version + 1 where company_id = $1', [stage.host, plan.id])
  return plan
}
const addToPlan = (planId: string, element: string) =>
  app.sql('insert into plan_elements (plan_id, element) values ($1, $2)', [planId, element])

describe('a user denied in a company they visit', () => {
  it('learns there what they lack at home, requests it, and is notified when they have it', async () => {
    const { token } = await stage.enter()
    const traceId = await denied(remove(token))
    const expected = {
      what: '删除用户',
      permissions: ['用户 · 删除'],
      visited: { company: stage.hostName, planned: true },
    }
    expect(await ownExplanation(traceId, token)).toMatchObject({
      ...expected,
      allowedNow: false,
      requestable: true,
      request: null,
    })
    expect((await requestAccess(traceId, token)).code).toBe(0)
    expect(await ownExplanation(traceId, token)).toMatchObject({ request: { state: 'open' } })
    const [stored] = await app.sql('select company_id, user_id from access_requests where trace_id = $1', [traceId])
    expect(stored).toEqual({ company_id: home, user_id: stage.visitor.id })

    expect(await explained(traceId)).toMatchObject({
      denial: { visited: stage.hostName },
      person: { id: stage.visitor.id },
      now: { allowed: false },
      elements: [{ code: 'sysUsers:delete' }],
    })
    const { data } = await app.call(
      accessRequestsContract.list,
      { query: { search: stage.visitor.account } },
      deciderToken,
    )
    const accessRequest = data?.[0]
    const helper = await buildUser(app, { companyId: home, permissions: ['sysUsers:delete'] })
    const body = { roleId: helper.roleId, expireTime: null, version: accessRequest?.version ?? 0 }
    const approval = { params: { id: accessRequest?.id ?? '' }, body }
    expect((await callAndConfirm(app, accessRequestsContract.approve, approval, deciderToken)).done.code).toBe(0)
    expect(await ownExplanation(traceId, token)).toMatchObject({ allowedNow: true, requestable: false })
  })

  it('cannot request what the plan of that company lacks, until it holds it', async () => {
    stage = await createVisitStage(app, [...visitorPermissions, 'sysUsers:delete'])
    const plan = await planWithout('sysUsers:delete')
    const { token } = await stage.enter()
    const traceId = await denied(remove(token))
    const lacking = { allowedNow: false, requestable: false, visited: { company: stage.hostName, planned: false } }
    expect(await ownExplanation(traceId, token)).toMatchObject({ ...lacking, permissions: ['用户 · 删除'] })
    expect(await ownExplanation(traceId, stage.home.token)).toMatchObject(lacking)
    expect((await requestAccess(traceId, token)).code).toBe(2351)
    const step = { step: 'plan', ok: false, detail: `套餐“${plan.name}”不包含 sysUsers:delete` }
    expect(await explained(traceId)).toMatchObject({
      denial: { steps: expect.arrayContaining([step]) },
      now: { allowed: false, steps: expect.arrayContaining([step]) },
      advice: `套餐“${plan.name}”不包含 sysUsers:delete，需由平台调整或更换套餐`,
      elements: [],
    })
    await addToPlan(plan.id, 'sysUsers:delete')
    expect(await ownExplanation(traceId, token)).toMatchObject({ allowedNow: true })
    expect((await explained(traceId))?.now.allowed).toBe(true)
  })

  it('learns the same of elements required behind admission', async () => {
    stage = await createVisitStage(app, [...visitorPermissions, 'sysUsers:lock'])
    const plan = await planWithout('sysUsers:lock')
    const { token } = await stage.enter()
    const traceId = await denied(batchLock(token))
    const steps = expect.arrayContaining([
      { step: 'roles', ok: true, detail: `角色“${stage.visitor.roleName}”拥有所需的权限点` },
      { step: 'plan', ok: false, detail: `套餐“${plan.name}”不包含 sysUsers:lock` },
    ])
    expect(await explained(traceId)).toMatchObject({ denial: { steps }, now: { allowed: false, steps } })
    expect(await ownExplanation(traceId, token)).toMatchObject({ requestable: false, visited: { planned: false } })
    await addToPlan(plan.id, 'sysUsers:lock')
    expect(await ownExplanation(traceId, token)).toMatchObject({ allowedNow: true, visited: { planned: true } })
  })

  it('is not admitted there by an observed rule, and is not told otherwise', async () => {
    const { token } = await stage.enter()
    await app.sql(
      `with tried as (update apis set mode = 'observe', observed_since = now() where key = 'sysUsers.get' returning id)
       insert into observed_elements (api_id, element) select id, 'sysUsers:list' from tried`,
    )
    await new Promise((done) => setTimeout(done, 1100))
    const { status, traceId } = await app.call(usersContract.get, { params: { id: stage.admin.id } }, token)
    expect(status).toBe(403)
    expect(await ownExplanation(traceId, token)).toMatchObject({ allowedNow: false, requestable: true })
    await app.sql(`update apis set mode = 'enforce', observed_since = null where key = 'sysUsers.get'`)
    await app.sql('delete from observed_elements')
  })

  it('cannot find it from within that company, nor can its administrator', async () => {
    const { token } = await stage.enter()
    const traceId = await denied(remove(token))
    expect((await app.call(explain, { query: { traceId } }, stage.adminToken)).code).toBe(2350)
    expect((await app.call(mine, { query: { traceId } }, stage.adminToken)).code).toBe(2350)
  })
})
