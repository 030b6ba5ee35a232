import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { onlineSessionsContract } from '@atrium/contract/features/identity/online-sessions/online-sessions.contract.ts'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { oidcContract } from '@atrium/contract/features/open/oidc/oidc.contract.ts'
import { oidcErrors } from '@atrium/contract/features/open/oidc/oidc.errors.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import * as client from 'openid-client'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../../test/call-and-confirm.ts'
import { buildUser } from '../../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import { createLogoutReceiver, until, untilAllAreTold } from '../../../../../test/logout-receiver.ts'
import { afterLogout, createBrowser, createOidcStage } from '../../../../../test/oidc-stage.ts'
import { createOpenStage, type OpenStage } from '../../../../../test/open-stage.ts'

let app: TestApp
let open: OpenStage
let stage: ReturnType<typeof createOidcStage>
let receiver: Awaited<ReturnType<typeof createLogoutReceiver>>
let built: Awaited<ReturnType<typeof buildClient>>
const rights = ['openApps:oidc', 'sysUsers:list', 'sysUsers:lock', 'sysOnline:list', 'sysOnline:end']

const buildClient = async () => {
  const company = await open.company(rights)
  const { id, appKey } = await open.app(company.token)
  const { secret } = await open.secret(company.token, id)
  const saved = await stage.settings(company.token, id, { backchannelLogoutUri: receiver.url })
  if (saved.code !== 0) throw new Error(saved.msg)
  return { ...company, id, appKey, config: await stage.connect(appKey, client.ClientSecretPost(secret)) }
}
const signIn = async (given?: Awaited<ReturnType<typeof buildUser>>) => {
  const user = given ?? (await buildUser(app, { companyId: built.companyId }))
  const browser = createBrowser(app)
  const token = await browser.signIn(user)
  const { url, checks } = await stage.start(built.config)
  const tokens = await client.authorizationCodeGrant(built.config, await browser.allow(url, token), checks)
  const [session] = await app.sql('select id from sessions where user_id = $1 order by created_at desc limit 1', [
    user.id,
  ])
  return { user, browser, token, tokens, sid: String(tokens.claims()?.sid), sessionId: String(session?.id) }
}
type Person = Awaited<ReturnType<typeof signIn>>

beforeAll(async () => {
  app = await createTestApp({ openTargetNetworks: ['127.0.0.1/32'] })
  open = await createOpenStage(app)
  stage = createOidcStage(app)
  receiver = await createLogoutReceiver(app, () => built.appKey)
  built = await buildClient()
})
beforeEach(async () => {
  await app.sql('delete from oidc_logouts')
  receiver.told.length = 0
  receiver.answerBy(200)
})
/** An attempt that is under way leases it for longer. */
const isPostponed = `select tries from oidc_logouts where due_at between now() and now() + interval '6 seconds'`
const pause = () => new Promise((done) => setTimeout(done, 50))
const signOut = ({ browser, token }: Person) =>
  browser.request('/api/sys/login/logout/v1', { method: 'POST', token, body: {} })
/** Leaves by the application, and everything else too. */
const leave = async ({ browser, tokens }: Person, everything: boolean) => {
  const hint = { post_logout_redirect_uri: afterLogout, id_token_hint: tokens.id_token ?? '' }
  const asked = await browser.request(String(client.buildEndSessionUrl(built.config, hint)))
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked.body)?.[1] ?? ''
  return browser.request('/oidc/logout/confirm', {
    method: 'POST',
    form: { xsrf, ...(everything && { logout: 'yes' }) },
  })
}
const ends: Record<string, (person: Person) => Promise<unknown>> = {
  'the person signs out': signOut,
  'an administrator locks them': ({ user }) =>
    callAndConfirm(app, userStatusContract.lock, { params: { id: user.id }, body: { reason: '离职' } }, built.token),
  'an administrator ends their session': ({ sessionId }) =>
    app.call(onlineSessionsContract.remove, { params: { id: sessionId } }, built.token),
  'they end the session from another device': async ({ user, sessionId }) =>
    app.call(accountContract.endSession, { params: { id: sessionId } }, await app.signIn(user)),
  'they change their password on another device': async ({ user }) =>
    app.call(
      securityContract.changePassword,
      { body: { oldPass: user.password, newPass: 'Another-Pass-2026' } },
      await app.signIn(user),
    ),
  'they take back what they allowed': ({ browser, token }) =>
    browser.request(oidcContract.revokeConsent.path.replace(':appId', built.id), { method: 'DELETE', token }),
  'they leave the application': (person) => leave(person, false),
  'they leave the application and the console': (person) => leave(person, true),
  'a code is used twice': async ({ browser, token }) => {
    const { url, checks } = await stage.start(built.config)
    const back = await browser.allow(url, token)
    await client.authorizationCodeGrant(built.config, back, checks)
    await client.authorizationCodeGrant(built.config, back, checks).catch(() => undefined)
  },
}

describe('an application is told by a token that its own library accepts', () => {
  it.each(Object.entries(ends))('when %s', async (_, end) => {
    const [person, other] = [await signIn(), await signIn()]
    await end(person)
    const told = await receiver.waitFor(1)
    expect(receiver.faults).toEqual([])
    expect(told.map(({ sub, sid }) => ({ sub, sid }))).toEqual([{ sub: person.user.id, sid: person.sid }])
    expect(told[0]?.events).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} })
    expect(other.sid).not.toBe(person.sid)
    await untilAllAreTold(app)
  })

  it('when the company is locked, for each of its people', async () => {
    built = await buildClient()
    const people = [await signIn(), await signIn(), await signIn()]
    await app.sql(`insert into tenants (company_id, plan_id) select $1, id from plans where code = 'standard'`, [
      built.companyId,
    ])
    const request = { params: { id: built.companyId }, body: { reason: '欠费' } }
    const { done } = await callAndConfirm(app, companiesContract.lock, request, open.root)
    expect(done).toMatchObject({ code: 0 })
    const told = await receiver.waitFor(3)
    expect(told.map(({ sid }) => sid).sort()).toEqual(people.map(({ sid }) => sid).sort())
    await callAndConfirm(app, companiesContract.unlock, { params: { id: built.companyId } }, open.root)
    built = await buildClient()
  })
})

describe('an application that cannot be told', () => {
  it.each([500, 302, 0])('now (answer %i) is told later', async (status) => {
    const person = await signIn()
    receiver.answerBy(status, 200)
    await signOut(person)
    const [waiting] = await until(() => app.sql(isPostponed))
    expect(waiting).toEqual({ tries: 1 })
    expect(receiver.told).toEqual([])
    await until(() => app.sql('update oidc_logouts set due_at = now() where tries = 1 returning 1'))
    expect((await receiver.waitFor(1)).map(({ sid }) => sid)).toEqual([person.sid])
  })

  it('is given up after the sixth attempt', async () => {
    const person = await signIn()
    receiver.answerBy(503)
    await signOut(person)
    await until(() => app.sql('update oidc_logouts set tries = 5, due_at = now() returning 1'))
    await untilAllAreTold(app)
    expect(receiver.told).toEqual([])
  })

  it('leads to a mail to its owner, one a day however many notices are given up', async () => {
    built = await buildClient()
    await app.sql('update users set email = $2 where id = $1', [built.user.id, `${built.user.id}@example.cn`])
    receiver.answerBy(503)
    for (const person of [await signIn(), await signIn(), await signIn()]) await signOut(person)
    await until(async () => ((await app.sql(isPostponed)).length === 3 ? [true] : []))
    await app.sql('update oidc_logouts set tries = 5, due_at = now()')
    await untilAllAreTold(app)
    const told = await until(async () => (await app.outbox()).filter(({ text }) => text.includes('退出通知')))
    expect(told.map(({ text }) => text.includes(new URL(receiver.url).host))).toEqual([true])
    const inOutbox = `select from messages where template = 'logoutNoticeGivenUp' and company_id = $1`
    expect(await app.sql(inOutbox, [built.companyId])).toHaveLength(1)
  })

  it('by a node that died is told by another one', async () => {
    const person = await signIn()
    await app.sql(
      `insert into oidc_logouts (company_id, app_id, grant_key, user_id, due_at, tries)
       select $1, app_id, key, user_id, now() + interval '1 second', 1 from oidc_models where session_id = $2`,
      [built.companyId, person.sessionId],
    )
    expect((await receiver.waitFor(1)).map(({ sid }) => sid)).toEqual([person.sid])
  })

  it('delays no other application', async () => {
    const slow = built
    await signIn().then(signOut)
    await receiver.waitFor(1)
    await app.sql(
      `insert into oidc_logouts (company_id, app_id, grant_key, user_id)
       select $1, $2, sha256(n::text::bytea), gen_random_uuid() from generate_series(1, 500) n`,
      [slow.companyId, slow.id],
    )
    receiver.answerBy(200)
    built = await buildClient()
    const person = await signIn()
    await signOut(person)
    for (let n = 0; n < 100 && !receiver.told.some(({ sid }) => sid === person.sid); n += 1) await pause()
    expect(receiver.told.some(({ sid }) => sid === person.sid)).toBe(true)
  })
})

describe('the address that is told', () => {
  const save = async (backchannelLogoutUri: string) =>
    (await stage.settings(built.token, built.id, { backchannelLogoutUri })).code
  it('uses TLS, unless the operator allows it by its number', async () => {
    expect(await save('https://erp.example.cn/logout')).toBe(0)
    expect(await save('http://erp.example.cn/logout')).toBe(oidcErrors.logoutNeedsTls.code)
    expect(await save('http://127.0.0.1:1234/logout')).toBe(0)
    expect(await save('https://10.0.0.1/logout')).toBe(oidcErrors.logoutRefused.code)
    expect(await save('https://[::1]/logout')).toBe(oidcErrors.logoutRefused.code)
    expect(await save('https://erp.example.cn:0/logout')).toBe(400)
    expect(await save('logout')).toBe(400)
  })

  it('is looked at with each notice, and not called if it leads to a network of others', async () => {
    const person = await signIn()
    await app.sql(`update open_app_oidc set backchannel_uri = $2 where app_id = $1`, [
      built.id,
      receiver.url
        .replace('127.0.0.1', 'localhost')
        .replace('http:', 'https:')
        .replace('localhost', '[::ffff:10.0.0.1]'),
    ])
    await signOut(person)
    expect(await until(() => app.sql(isPostponed))).toEqual([{ tries: 1 }])
  })
})
