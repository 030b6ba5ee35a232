import { appPortalContract } from '@atrium/contract/features/open/portal-apps/app-portal.contract.ts'
import {
  appAccessContract,
  appRequestsContract,
} from '@atrium/contract/features/open/portal-apps/app-requests.contract.ts'
import { portalAppsContract } from '@atrium/contract/features/open/portal-apps/portal-apps.contract.ts'
import { workbenchContract } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNarrowStage } from '../../../../test/narrow-stage.ts'
import { appRights, createOpenStage, type OpenStage } from '../../../../test/open-stage.ts'

const { requestable, request, ownAppRequests, withdrawRequest, approvals, approveRequest, rejectRequest } =
  appRequestsContract
const { appRequests, revokeRequest } = appAccessContract
const { portal, updatePortal } = appPortalContract
type Settings = RequestOf<typeof updatePortal>['body']

let app: TestApp
let stage: OpenStage
let company: Awaited<ReturnType<OpenStage['company']>>
let appId: string
let member: { id: string; token: string }
let approver: { id: string; token: string }
const signedIn = async (rest: Partial<Parameters<typeof buildUser>[1]> = {}) => {
  const user = await buildUser(app, { companyId: company.companyId, ...rest })
  return { ...user, token: await app.signIn(user) }
}
beforeAll(async () => {
  app = await createTestApp()
  stage = await createOpenStage(app)
})
beforeEach(async () => {
  await app.sql('delete from limits')
  company = await stage.company()
  member = await signedIn()
  approver = await signedIn()
  appId = await buildApp({ approverIds: [approver.id] })
})

const set = async (id: string, settings: Settings) => {
  const { version = 1 } = (await app.call(portal, { params: { id } }, company.token)).data ?? {}
  return app.call(updatePortal, { params: { id }, body: { ...settings, version } }, company.token)
}
/** An application that is shown on request alone. */
const buildApp = async (settings: Settings = {}) => {
  const { id } = await stage.app(company.token)
  expect((await set(id, { address: 'https://oa.example.cn', requestable: true, ...settings })).code).toBe(0)
  return id
}
const ask = (token = member.token, until: string | null = null, id = appId) =>
  app.call(request, { params: { id }, body: { reason: '报销', until } }, token)
const asked = async (until: string | null = null) => (await ask(member.token, until)).data?.id ?? ''
const approve = (id: string, token = approver.token, until: string | null = null, version = 1) =>
  app.call(approveRequest, { params: { id }, body: { until, version } }, token)
const reject = (id: string, token = approver.token, version = 1) =>
  app.call(rejectRequest, { params: { id }, body: { reason: '无需', version } }, token)
const shown = async (token = member.token) =>
  ((await app.call(portalAppsContract.apps, { query: {} }, token)).data ?? []).map(({ id }) => id)
const offered = async (token = member.token) => (await app.call(requestable, {}, token)).data ?? []
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
const told = async () =>
  (
    await app.sql('select template from messages where company_id = $1 order by created_at, template', [
      company.companyId,
    ])
  ).map(({ template }) => template)

describe('an application that may be asked for', () => {
  it('is offered to those who do not see it, and opened to them by an approval', async () => {
    expect(await shown()).toEqual([])
    expect(await offered()).toMatchObject([{ id: appId, request: null }])
    const id = await asked(tomorrow())
    expect(await offered()).toMatchObject([{ id: appId, request: { id, state: 'open' } }])
    const waiting = await app.call(approvals, { query: { 'f.state': 'open' } }, approver.token)
    expect(waiting.data).toMatchObject([{ id, app: { id: appId }, user: { id: member.id }, reason: '报销' }])
    const card = (await app.call(workbenchContract.read, {}, approver.token)).data?.todo
    expect(card?.rows).toMatchObject([{ kind: 'app', id }])
    expect((await app.call(portalAppsContract.count, {}, approver.token)).data?.approvals).toBe(1)
    expect((await approve(id)).code).toBe(0)
    expect(await shown()).toEqual([appId])
    expect(await offered()).toEqual([])
    expect((await app.call(portalAppsContract.login, { body: { appId } }, member.token)).code).toBe(0)
    const [row] = (await app.call(ownAppRequests, { query: {} }, member.token)).data ?? []
    expect(row).toMatchObject({ state: 'approved', decideBy: { id: approver.id } })
    expect(await told()).toEqual(['appRequested', 'appRequestApproved'])
    const audited = await app.sql(
      `select event from audit_log where company_id = $1 and entity_id = $2 and event like 'appRequest.%' order by seq`,
      [company.companyId, appId],
    )
    expect(audited.map(({ event }) => event)).toEqual(['appRequest.submitted', 'appRequest.approved'])
  })
  it('is closed again at its end, or when it is taken back', async () => {
    const id = await asked()
    await approve(id, approver.token, tomorrow())
    expect(await shown()).toEqual([appId])
    await app.sql(`update app_requests set until_at = now() - interval '1 second' where id = $1`, [id])
    expect(await shown()).toEqual([])
    const next = await asked()
    await approve(next)
    const params = { id: appId, requestId: next }
    const revoke = (version: number) =>
      app.call(revokeRequest, { params, body: { reason: '转岗', version } }, company.token)
    expect((await revoke(1)).code).toBe(409)
    expect((await revoke(2)).code).toBe(0)
    expect((await revoke(3)).code).toBe(6118)
    expect(await shown()).toEqual([])
    expect(await offered()).toMatchObject([{ request: { state: 'revoked', decideReason: '转岗' } }])
  })
  it('is not offered once it is shown, locked, or no longer to be asked for', async () => {
    await set(appId, { audience: 'company', address: 'https://oa.example.cn', requestable: true })
    expect([await offered(), (await ask()).code]).toEqual([[], 6110])
    await set(appId, { address: 'https://oa.example.cn', requestable: true })
    await app.sql('update open_apps set locked_at = now() where id = $1', [appId])
    expect([await offered(), (await ask()).code]).toEqual([[], 6110])
    await app.sql('update open_apps set locked_at = null where id = $1', [appId])
    await set(appId, { address: 'https://oa.example.cn' })
    expect([await offered(), (await ask()).code]).toEqual([[], 6110])
  })
  it('needs an address and approvers of its company', async () => {
    expect((await set(appId, { requestable: true })).code).toBe(6130)
    const other = await stage.company()
    const address = 'https://oa.example.cn'
    const foreign = await set(appId, { address, requestable: true, approverIds: [other.user.id] })
    expect(foreign).toMatchObject({ code: 6117, errors: [{ field: 'approverIds' }] })
  })
})

describe('a request', () => {
  it('is made once, also in parallel, and again after its refusal or withdrawal', async () => {
    const codes = (await Promise.all([ask(), ask(), ask()])).map(({ code }) => code)
    expect(codes.toSorted()).toEqual([0, 6111, 6111])
    const [{ id } = { id: '' }] = (await app.call(ownAppRequests, { query: {} }, member.token)).data ?? []
    expect((await app.call(withdrawRequest, { params: { id } }, approver.token)).code).toBe(404)
    expect((await app.call(withdrawRequest, { params: { id } }, member.token)).code).toBe(0)
    expect((await approve(id)).code).toBe(6113)
    const second = await asked()
    expect((await reject(second)).code).toBe(0)
    expect(await offered()).toMatchObject([{ request: { state: 'rejected', decideReason: '无需' } }])
    expect((await app.call(withdrawRequest, { params: { id: second } }, member.token)).code).toBe(6113)
    expect((await ask()).code).toBe(0)
  })
  it('is decided by one of two approvers', async () => {
    const other = await signedIn()
    const address = 'https://oa.example.cn'
    await set(appId, { address, requestable: true, approverIds: [approver.id, other.id] })
    const id = await asked()
    const codes = await Promise.all([approve(id), reject(id, other.token)])
    expect(codes.map(({ code }) => code).toSorted()).toEqual([0, 6113])
  })
  it('is decided by approvers alone, the owner if there are none, and never by its applicant', async () => {
    const id = await asked()
    const stranger = await signedIn()
    for (const { token } of [stranger, company]) expect((await approve(id, token)).code).toBe(404)
    expect((await approve(id, member.token)).code).toBe(6114)
    await app.sql(`update users set status = 0 where id = $1`, [approver.id])
    expect((await app.call(approvals, { query: {} }, company.token)).total).toBe(1)
    expect((await ask(company.token)).code).toBe(6112)
    expect((await approve(id, company.token)).code).toBe(0)
  })
  it('is not approved for a locked application, with a past end, or in an older version', async () => {
    const id = await asked()
    expect((await approve(id, approver.token, '2020-01-01T00:00:00Z')).errors).toMatchObject([{ field: 'until' }])
    expect((await ask(member.token, '2020-01-01T00:00:00Z')).code).toBe(6116)
    expect((await approve(id, approver.token, null, 9)).code).toBe(409)
    await app.sql('update open_apps set locked_at = now() where id = $1', [appId])
    expect((await approve(id)).code).toBe(6115)
    expect((await reject(id)).code).toBe(0)
  })
  it('is nothing to other companies', async () => {
    const id = await asked()
    const other = await stage.company()
    expect((await app.call(requestable, {}, other.token)).data).toEqual([])
    expect((await ask(other.token)).code).toBe(6110)
    for (const call of [approve(id, other.token), reject(id, other.token)]) expect((await call).code).toBe(404)
    expect((await app.call(appRequests, { params: { id: appId }, query: {} }, other.token)).total).toBe(0)
    expect((await app.call(appRequests, { params: { id: appId }, query: {} }, company.token)).total).toBe(1)
  })
})

it('a caller who sees only some of the company neither chooses approvers nor opens requests', async () => {
  const narrow = await createNarrowStage(app)
  const owner = await narrow.buildMember(narrow.north, [...appRights])
  const [token, wide] = [await app.signIn(owner), await narrow.signInWide(...appRights)]
  const { id } = await stage.app(token)
  const setBy = async (by: string, settings: Settings) => {
    const { version = 1 } = (await app.call(portal, { params: { id } }, by)).data ?? {}
    const body = { address: 'https://oa.example.cn', ...settings, version }
    const { code, errors } = await app.call(updatePortal, { params: { id }, body }, by)
    return [code, errors?.[0]?.field]
  }
  expect(await setBy(token, { requestable: true })).toEqual([6119, 'requestable'])
  expect(await setBy(token, { approverIds: [owner.id] })).toEqual([6119, 'approverIds'])
  const judge = await narrow.buildMember(narrow.north)
  expect(await setBy(wide, { requestable: true, approverIds: [judge.id] })).toEqual([0, undefined])
  expect(await setBy(token, { requestable: true, approverIds: [judge.id], category: '办公' })).toEqual([0, undefined])
  expect(await setBy(token, { requestable: true, approverIds: [] })).toEqual([6119, 'approverIds'])
})
