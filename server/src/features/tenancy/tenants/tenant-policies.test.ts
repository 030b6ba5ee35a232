import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { membershipsContract } from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import {
  type TenantPoliciesUpdate,
  tenantPoliciesContract,
} from '@atrium/contract/features/tenancy/tenants/tenant-policies.contract.ts'
import { TOTP } from 'totp-generator'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createVisitStage } from '../../../../test/visit-stage.ts'

const { own, updateOwn, get, update } = tenantPoliciesContract
const { verify, accessToken } = signInContract
const defaults = {
  idleMinutes: null,
  absoluteMinutes: null,
  mostDevices: null,
  secondStepFrom: null,
  addresses: [],
  switchPolicy: 'allowed' as const,
  ssoOnly: false,
}
type Person = { id: string; account: string; password: string }

let app: TestApp
let root: string
let company: string
let admin: Person
let adminToken: string
let built = 0
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
})
beforeEach(async () => {
  built += 1
  company = await buildTenant(app, `策略公司${built}`)
  admin = await buildUser(app, {
    companyId: company,
    permissions: ['sysTenantPolicies:view', 'sysTenantPolicies:edit'],
  })
  adminToken = await app.signIn(admin)
})

const updatePolicies = async (changes: Partial<TenantPoliciesUpdate>, token = adminToken) => {
  const { data } = await app.call(own, {}, token)
  if (!data) throw new Error('no policies')
  const body = { ...defaults, version: data.version, ...changes }
  return callAndConfirm(app, updateOwn, { body }, token)
}
const post = async (address: string, path: string, payload: object, token = '') => {
  const answer = await app.server.inject({
    method: 'POST',
    url: path,
    remoteAddress: address,
    payload,
    headers: { token },
  })
  return answer.json()
}
const verifyFrom = (address: string, { account, password }: Omit<Person, 'id'>) =>
  post(address, verify.path, { account, password })
const signInFrom = async (address: string, who: Person) => {
  const { data } = await verifyFrom(address, who)
  return (await post(address, accessToken.path, {}, data.tempToken)).data
}
const readSessionMessage = async (token: string) => (await app.call(sessionContract.loginInfo, {}, token)).msg
const startSignIn = async ({ account, password }: Person) => {
  const { data } = await app.call(verify, { body: { account, password } })
  if (!data) throw new Error('refused')
  return data
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('the policies of a tenant', () => {
  it('default to those of the platform', async () => {
    expect((await app.call(own, {}, adminToken)).data).toMatchObject({
      ...defaults,
      companyId: company,
      platform: { idleMinutes: 480, absoluteMinutes: 1440 },
      callerAddress: '127.0.0.1',
    })
    expect((await app.call(own, {}, root)).data).toBeNull()
  })
  it('are changed by the company or by the platform, audited, and shared with subsidiaries', async () => {
    const subsidiary = await buildTenant(app, `策略子公司${built}`)
    await app.sql('delete from tenants where company_id = $1', [subsidiary])
    await app.sql('update companies set parent_id = $2 where id = $1', [subsidiary, company])
    const wanted = { ...defaults, idleMinutes: 30, switchPolicy: 'ask' as const }
    expect((await updatePolicies(wanted)).done.code).toBe(0)
    const [row] = await app.sql(
      `select before, after from audit_log where event = 'tenantPolicies.decided' and entity_id = $1 and ok`,
      [company],
    )
    expect(row).toMatchObject({ before: defaults, after: wanted })

    const { data } = await app.call(get, { params: { id: subsidiary } }, root)
    expect(data).toMatchObject({ ...wanted, companyId: company })
    const body = { ...defaults, version: data?.version ?? 0 }
    expect((await callAndConfirm(app, update, { params: { id: subsidiary }, body }, root)).done.code).toBe(3016)
    expect((await callAndConfirm(app, update, { params: { id: company }, body }, root)).done.code).toBe(0)
    expect((await app.call(own, {}, adminToken)).data).toMatchObject(defaults)
    expect((await callAndConfirm(app, update, { params: { id: company }, body }, root)).done.code).toBe(409)
    const operator = await buildUser(app, { companyId: company, permissions: ['sysTenantPolicies:tenant'] })
    expect((await app.call(get, { params: { id: company } }, await app.signIn(operator))).code).not.toBe(0)
  })
  it('reject invalid values at their field', async () => {
    const wrong = async (changes: object) => {
      const { done } = await updatePolicies(changes)
      return [done.code, done.errors?.map(({ field }) => field)]
    }
    expect(await wrong({ idleMinutes: 4 })).toEqual([400, ['idleMinutes']])
    expect(await wrong({ idleMinutes: 481 })).toEqual([3045, ['idleMinutes']])
    expect(await wrong({ addresses: ['300.1.1.1'] })).toEqual([400, ['addresses']])
    expect(await wrong({ addresses: ['10.0.0.0/33'] })).toEqual([400, ['addresses']])
    expect(await wrong({ mostDevices: 0 })).toEqual([400, ['mostDevices']])
  })
})

describe('sessions', () => {
  const readLifetimes = async (who: Person) => {
    const [row] = await app.sql(
      `select round(extract(epoch from idle_expires_at - created_at) / 60)::int as idle,
         round(extract(epoch from absolute_expires_at - created_at) / 60)::int as absolute
       from sessions where user_id = $1 order by created_at desc limit 1`,
      [who.id],
    )
    return [row?.idle, row?.absolute]
  }
  it('last as long as the tenant allows, live ones included, and other tenants are unaffected', async () => {
    const elsewhere = await buildUser(app, { companyId: await buildTenant(app, `别家${built}`) })
    const otherToken = await app.signIn(elsewhere)
    expect((await updatePolicies({ idleMinutes: 30, absoluteMinutes: 60 })).done.code).toBe(0)
    expect(await readLifetimes(admin)).toEqual([30, 60])
    const { refreshToken } = await app.tokens(admin)
    expect(await readLifetimes(admin)).toEqual([30, 60])
    const { data } = await app.call(sessionContract.refresh, { body: { token: '', refreshToken } })
    expect(data?.refreshExpires).toBe(30 * 60)
    expect([await readLifetimes(elsewhere), await readSessionMessage(otherToken)]).toEqual([[480, 1440], 'ok'])
  })
  it('end when older than the new limit, after the impact is shown', async () => {
    const person = await buildUser(app, { companyId: company })
    const token = await app.signIn(person)
    await app.sql(`update sessions set created_at = now() - interval '2 hours' where user_id = $1`, [person.id])
    const { impact, done } = await updatePolicies({ absoluteMinutes: 60 })
    const unlinked = { unlinked: 0, ownUnlinked: false }
    expect([impact, done.code]).toEqual([{ sessions: 1, own: false, people: 0, named: [], ...unlinked }, 0])
    expect(await app.call(sessionContract.loginInfo, {}, token)).toMatchObject({
      code: 101,
      msg: '公司调整了登录策略，请重新登录',
    })
  })
  it('end on the oldest devices above the device limit', async () => {
    const person = await buildUser(app, { companyId: company })
    const tokens = [await app.signIn(person), await app.signIn(person), await app.signIn(person)]
    expect((await updatePolicies({ mostDevices: 2 })).impact).toMatchObject({ sessions: 1 })
    tokens.push(await app.signIn(person))
    const messages = await Promise.all(tokens.map(readSessionMessage))
    expect(messages).toEqual([
      '公司调整了登录策略，请重新登录',
      '登录设备数已达上限，本设备最早登录，已下线',
      'ok',
      'ok',
    ])
  })
  it('stay within the device limit with concurrent sign-ins', async () => {
    const person = await buildUser(app, { companyId: company })
    await updatePolicies({ mostDevices: 1 })
    await Promise.all([1, 2, 3].map(() => app.signIn(person)))
    const living = await app.sql('select id from sessions where user_id = $1 and ended_at is null', [person.id])
    expect(living).toHaveLength(1)
  })
})

describe('allowed addresses', () => {
  const office = ['203.0.113.0/24', '2001:db8::/32', '127.0.0.1']
  it('admit users from these addresses only, and say so only after the correct password', async () => {
    const person = await buildUser(app, { companyId: company })
    const other = await buildUser(app, { companyId: await buildTenant(app, `别家${built}`) })
    await updatePolicies({ addresses: office })
    const refused = await verifyFrom('198.51.100.7', person)
    expect([refused.code, refused.msg]).toEqual([1014, '当前 IP 不允许登录'])
    expect((await verifyFrom('198.51.100.7', { ...person, password: 'Wrong#Pass1' })).code).toBe(1001)
    for (const address of ['203.0.113.9', '2001:db8::7', '::ffff:203.0.113.9'])
      expect((await signInFrom(address, person)).token).toBeDefined()
    expect((await signInFrom('198.51.100.7', other)).token).toBeDefined()
    const [row] = await app.sql(
      `select code from audit_log where event = 'signIn.verified' and actor_id = $1 and not ok order by seq`,
      [person.id],
    )
    expect(row?.code).toBe(1014)
  })
  it('are checked between sign-in steps and at every refresh', async () => {
    const person = await buildUser(app, { companyId: company })
    await updatePolicies({ addresses: office })
    const started = await verifyFrom('203.0.113.9', person)
    expect((await post('198.51.100.7', accessToken.path, {}, started.data.tempToken)).code).toBe(1014)
    const { refreshToken } = await signInFrom('203.0.113.9', person)
    const body = { token: '', refreshToken }
    expect((await post('198.51.100.7', sessionContract.refresh.path, body)).code).toBe(1014)
    expect((await post('203.0.113.9', sessionContract.refresh.path, body)).code).toBe(0)
  })
  it("end sessions from other addresses and must include the caller's own", async () => {
    const person = await buildUser(app, { companyId: company })
    await signInFrom('198.51.100.7', person)
    const { done } = await updatePolicies({ addresses: ['203.0.113.0/24'] })
    expect(done).toMatchObject({
      code: 3046,
      errors: [{ field: 'addresses' }],
      msg: '您当前的地址 127.0.0.1 不在列表中，保存后您将无法登录，请先将其加入列表',
    })
    expect((await updatePolicies({ addresses: office })).impact).toMatchObject({ sessions: 1, own: false })
  })
  it('do not bind visiting operators, who cannot change them either', async () => {
    const stage = await createVisitStage(app, [
      'sysCompanys:switch',
      'sysTenantPolicies:view',
      'sysTenantPolicies:edit',
    ])
    const { data } = await app.call(get, { params: { id: stage.host } }, root)
    const body = { ...defaults, addresses: ['203.0.113.0/24'], version: data?.version ?? 0 }
    expect((await callAndConfirm(app, update, { params: { id: stage.host }, body }, root)).done.code).toBe(0)
    const visit = await stage.enter()
    expect((await app.call(own, {}, visit.token)).data).toMatchObject({ companyId: stage.host })
    expect((await app.call(updateOwn, { body: { ...body, version: body.version + 1 } }, visit.token)).code).toBe(423)
    const refreshed = await app.call(sessionContract.refresh, { body: { token: '', refreshToken: visit.refreshToken } })
    expect(refreshed.code).toBe(0)
  })
})

describe('the second step', () => {
  const generateCode = async (secret: string) => (await TOTP.generate(secret)).otp
  const getSetUp = (answer: { data?: unknown }) =>
    (answer.data as { setUp: { companyId: string; secret: string; recovery: string[] } }).setUp
  it('is announced before it is required, and the impact names users without one', async () => {
    const person = await buildUser(app, { companyId: company })
    const token = await app.signIn(person)
    const { impact } = await updatePolicies({ secondStepFrom: inDays(7) })
    expect(impact).toMatchObject({ sessions: 0, people: 2 })
    expect((impact as { named: { account: string }[] }).named.map(({ account }) => account)).toContain(person.account)
    expect((await app.call(sessionContract.loginInfo, {}, token)).data?.notice).toContain('起登录时二次验证')
    expect((await startSignIn(person)).next).toBe('none')
  })
  it('is set up during sign-in once required, and requested from then on', async () => {
    const person = await buildUser(app, { companyId: company, mustChange: true })
    await updatePolicies({ secondStepFrom: inDays(-1) })
    const { tempToken } = await startSignIn(person)
    const changed = await app.call(accessToken, { body: { newPassword: 'Fresh#Pass99' } }, tempToken)
    expect(changed).toMatchObject({ code: 111, data: { next: 'setUp' } })
    const { secret, companyId } = getSetUp(changed)
    const answer = (code: string) => app.call(accessToken, { body: { type: 'totp', code, companyId } }, tempToken)
    expect((await answer('000000')).code).toBe(1154)
    const opened = await answer(await generateCode(secret))
    expect(opened.code).toBe(0)
    const [audit] = await app.sql(
      `select after from audit_log where event = 'securityItem.switched' and entity_id = $1 and ok`,
      [person.id],
    )
    expect(audit?.after).toEqual({ totp: true })
    expect((await startSignIn({ ...person, password: 'Fresh#Pass99' })).next).toBe('totp')
    expect((await app.call(sessionContract.loginInfo, {}, opened.data?.token)).data?.notice).toBe('')
  })
  it('is required per company of a person with several', async () => {
    const home = await buildTenant(app, `本家${built}`)
    const person = await buildUser(app, { companyId: home })
    const member = crypto.randomUUID()
    await app.sql(
      `insert into users (company_id, id, account, name, password_hash, principal_company_id, principal_id)
       values ($1, $2, $3, '张伟', '', $4, $5)`,
      [company, member, person.account, home, person.id],
    )
    await updatePolicies({ secondStepFrom: inDays(-1) })
    const started = await startSignIn(person)
    expect(started.next).toBe('chooseCompany')
    const chosen = await app.call(accessToken, { body: { companyId: company } }, started.tempToken)
    expect(chosen).toMatchObject({ code: 111, data: { next: 'setUp', setUp: { companyId: company } } })
    const atHome = await app.call(accessToken, { body: { companyId: home } }, started.tempToken)
    expect(atHome.code).toBe(0)
    const { enter } = membershipsContract
    const moved = await app.call(enter, { params: { id: company } }, atHome.data?.token)
    expect(moved.code).toBe(3204)
    await updatePolicies({ addresses: ['127.0.0.1'] })
    const entered = await app.call(enter, { params: { id: company } }, atHome.data?.token)
    expect(entered.code).toBe(0)
  })
})
