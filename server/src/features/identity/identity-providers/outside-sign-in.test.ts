import { identityProvidersContract } from '@atrium/contract/features/identity/identity-providers/identity-providers.contract.ts'
import { identityProvidersErrors as errors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import {
  identityLinksContract as links,
  outsideSignInContract,
} from '@atrium/contract/features/identity/identity-providers/outside-sign-in.contract.ts'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildRole, buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createOutsideStage, type OutsideStage } from '../../../../test/outside-stage.ts'

let app: TestApp
let stage: OutsideStage
beforeAll(async () => {
  app = await createTestApp({ openTargetNetworks: ['127.0.0.0/8'] })
  stage = await createOutsideStage(app)
})
const readLink = async (userId: string) =>
  (await app.sql('select * from identity_links where user_id = $1', [userId]))[0]
const readUser = async (companyId: string, account: string) =>
  (await app.sql('select * from users where company_id = $1 and account = $2', [companyId, account]))[0]

describe('signing in by an outside identity', () => {
  it('is offered by buttons: at the platform, and by mail domain for a company', async () => {
    const { companyId, token } = await stage.company()
    const id = await stage.provider(token, { name: '东方登录', mailDomains: ['dongfang.example.cn'] })
    const offered = async (mail: string) =>
      (await app.call(outsideSignInContract.buttons, { query: { mail } })).data?.buttons.map((each) => each.id)
    expect(await offered('')).not.toContain(id)
    // No one has proved whose domain it is.
    expect(await offered('a@dongfang.example.cn')).not.toContain(id)
    await app.sql(
      `insert into tenant_domains (company_id, host, token, verified_at) values ($1, 'dongfang.example.cn', 'x', null)`,
      [companyId],
    )
    expect(await offered('a@dongfang.example.cn')).not.toContain(id)
    await app.sql('update tenant_domains set verified_at = now() where company_id = $1', [companyId])
    expect(await offered('a@dongfang.example.cn')).toContain(id)
    await app.sql('update identity_providers set enabled = false where id = $1', [id])
    expect(await offered('a@dongfang.example.cn')).not.toContain(id)
  })

  it('asks for the password of an account here at first, then links both and signs in', async () => {
    const { companyId, token } = await stage.company()
    const id = await stage.provider(token)
    const user = await buildUser(app, { companyId })
    const browser = stage.browser()
    const first = await stage.signIn(
      browser,
      id,
      stage.standIn.add('ada', { email: user.account, email_verified: true }),
    )
    expect(first.data).toMatchObject({ step: null, name: '李雷' })
    const wrong = { ticket: first.data.ticket, account: user.account, password: 'Wrong#Pass1' }
    const path = outsideSignInContract.prove.path
    expect((await browser.request(path, { method: 'POST', body: wrong })).json().code).toBe(
      signInErrors.wrongCredentials.code,
    )
    const right = { ...wrong, password: user.password }
    const proved = (await browser.request(path, { method: 'POST', body: right })).json()
    expect(await readLink(user.id)).toBeUndefined()
    expect((await stage.advance(browser, proved.data.tempToken)).data.token).toBeTruthy()
    expect(await readLink(user.id)).toMatchObject({ provider_id: id, name: '李雷' })
    // The ticket is used up.
    expect((await browser.request(path, { method: 'POST', body: right })).json().code).toBe(errors.attemptGone.code)

    const other = stage.browser()
    const session = await stage.session(other, id, 'ada')
    const me = (await other.request(sessionContract.loginInfo.path, { token: session })).json()
    expect(me.data.account ?? me.data.user).toBeTruthy()
    const [log] = await app.sql(
      `select after->>'method' as method, ok from audit_log where event = 'session.started' and actor_id = $1 order by seq desc limit 1`,
      [user.id],
    )
    expect(log).toEqual({ method: 'outside', ok: true })
  })

  it('asks for the second step of the account as well', async () => {
    const { companyId, token } = await stage.company()
    const id = await stage.provider(token)
    const user = await buildUser(app, { companyId, phone: '13912340001' })
    await stage.link(stage.browser(), id, stage.standIn.add('two'), user)
    await app.sql('update users set sms_second_step = true where id = $1', [user.id])
    const { data } = await stage.signIn(stage.browser(), id, 'two')
    expect(data.step).toMatchObject({ next: 'sms' })
    expect((await stage.advance(stage.browser(), data.step.tempToken)).code).toBe(signInErrors.secondStep.code)
  })

  it('refuses people who are locked and companies that are closed, with the reason in the log', async () => {
    const { companyId, token } = await stage.company()
    const id = await stage.provider(token)
    const user = await buildUser(app, { companyId })
    await stage.link(stage.browser(), id, stage.standIn.add('locked'), user)
    await app.sql('update users set status = 0 where id = $1', [user.id])
    const refused = await stage.signIn(stage.browser(), id, 'locked')
    expect(refused.code).toBe(signInErrors.disabled.code)
    const [log] = await app.sql(
      `select after->>'reason' as reason, ok from audit_log where event = 'outsideSignIn.verified' and entity_id = $1 order by seq desc limit 1`,
      [user.id],
    )
    expect(log).toEqual({ reason: 'locked', ok: false })
    await app.sql('update companies set status = 0 where id = $1', [companyId])
    await expect(stage.start(stage.browser(), id)).rejects.toThrow(String(errors.providerGone.code))
  })
})

describe('people without an account', () => {
  const build = async (rest: object = {}, rights: string[] = []) => {
    const company = await stage.company(rights)
    return { ...company, id: await stage.provider(company.token, { createsPeople: true, ...rest }) }
  }
  it('get one in the company of the provider, without contacts, and the same one next time', async () => {
    const { companyId, id } = await build()
    stage.standIn.add('newcomer', { email: 'new@a.example.cn', email_verified: true })
    await stage.session(stage.browser(), id, 'newcomer')
    const user = await readUser(companyId, 'newcomer')
    expect(user).toMatchObject({ name: '李雷', email: null, phone: null })
    await stage.session(stage.browser(), id, 'newcomer')
    expect(await app.sql('select id from users where company_id = $1 and name = $2', [companyId, '李雷'])).toHaveLength(
      1,
    )
    const [created] = await app.sql(`select ok from audit_log where event = 'user.created' and entity_id = $1`, [
      user?.id,
    ])
    expect(created).toEqual({ ok: true })
  })
  it('never get the account of another person with the same name or address', async () => {
    const { companyId, id } = await build()
    const user = await buildUser(app, { companyId, account: 'samename' })
    stage.standIn.add('samename')
    await stage.session(stage.browser(), id, 'samename')
    expect(await readLink(user.id)).toBeUndefined()
    await app.database.transact({ reach: 'platform' }, async (db) => {
      const { users } = await import('../../people/users/index.ts')
      await users.bindContact(db, { companyId, userId: user.id }, 'mail', 'known@a.example.cn')
    })
    stage.standIn.add('knownmail', { email: 'known@a.example.cn', email_verified: true })
    expect((await stage.signIn(stage.browser(), id, 'knownmail')).data).toMatchObject({ step: null })
    expect(await readLink(user.id)).toBeUndefined()
  })
  it('join organisations by rules, and leave those that rules alone have given', async () => {
    const { companyId, token } = await stage.company(['sysUsers:list', 'sysOrgs:members'])
    const [org, other, elsewhere] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    await app.sql(`insert into orgs (company_id, id, name, path) values ($1, $2, '别处', '/' || $2::uuid || '/')`, [
      await buildCompany(app, '另一公司'),
      elsewhere,
    ])
    await app.sql(
      `insert into orgs (company_id, id, name, path)
       select $1, id, '部门' || left(id::text, 8), '/' || id || '/' from unnest($2::uuid[]) id`,
      [companyId, [org, other]],
    )
    const rule = { claim: 'groups', value: 'rd', roleId: null }
    await expect(stage.provider(token, { mapping: [{ ...rule, orgId: elsewhere }] })).rejects.toThrow(
      errors.noSuchOrganization.msg,
    )
    const mapping = [{ ...rule, orgId: org }]
    const id = await stage.provider(token, { createsPeople: true, mapsAlways: true, mapping })
    stage.standIn.add('engineer', { groups: ['rd'] })
    await stage.session(stage.browser(), id, 'engineer')
    const user = await readUser(companyId, 'engineer')
    const readOrgs = async () =>
      (await app.sql('select org_id from user_orgs where user_id = $1 order by 1', [user?.id])).map(
        ({ org_id }) => org_id,
      )
    expect(await readOrgs()).toEqual([org])
    const join = (orgId: string) =>
      app.sql('insert into user_orgs (company_id, user_id, org_id) values ($1, $2, $3)', [companyId, user?.id, orgId])
    await join(other)
    stage.standIn.add('engineer', { groups: [] })
    await stage.session(stage.browser(), id, 'engineer')
    expect(await readOrgs()).toEqual([other])
    // Given again by hand, it is no longer of the rules.
    await join(org)
    await stage.session(stage.browser(), id, 'engineer')
    expect(await readOrgs()).toEqual([org, other].sort())
  })
  it('get one account of two first sign-ins at once', async () => {
    const { companyId, id } = await build()
    stage.standIn.add('twice')
    const browsers = [stage.browser(), stage.browser()]
    const answers = await Promise.all(
      browsers.map(async (browser) => stage.standIn.visit(await stage.start(browser, id), 'twice')),
    )
    const finished = await Promise.all(browsers.map((browser, n) => stage.finish(browser, answers[n] ?? {})))
    expect(finished.map(({ code }) => code)).toEqual([0, 0])
    const users = await app.sql(`select id from users where company_id = $1 and account <> ''`, [companyId])
    // The administrator and the newcomer.
    expect(users).toHaveLength(2)
  })
  it('are in the log although their sign-in is refused afterwards', async () => {
    const companyId = await buildTenant(app, `网段${Date.now()}`)
    const { token } = await stage.company([], companyId)
    const id = await stage.provider(token, { createsPeople: true })
    await app.sql(`update tenants set allowed_addresses = '{203.0.113.0/24}' where company_id = $1`, [companyId])
    stage.standIn.add('outsider')
    const { code, data } = await stage.signIn(stage.browser(), id, 'outsider')
    const ended = data?.step ? (await stage.advance(stage.browser(), data.step.tempToken)).code : code
    expect(ended).not.toBe(0)
    const user = await readUser(companyId, 'outsider')
    const created = await app.sql(`select ok from audit_log where event = 'user.created' and entity_id = $1`, [
      user?.id,
    ])
    expect(created).toEqual([{ ok: true }])
  })
  it('get one from who may add users alone, and as long as they may', async () => {
    const { admin, token, id } = await build()
    const row = (await app.call(identityProvidersContract.get, { params: { id } }, token)).data
    if (!row) throw new Error('not found')
    const { name, issuer, clientId, agentId, scopes, mailDomains, enabled, mapsAlways, version } = row
    const write = { name, issuer, clientId, agentId, scopes, mailDomains, enabled, mapsAlways, mapping: [], version }
    await app.sql(`delete from role_elements where role_id = $1 and element = 'sysUsers:add'`, [admin.roleId])
    await app.sql('update users set epoch = epoch + 1 where id = $1', [admin.id])
    const weak = await app.signIn(admin)
    stage.standIn.add('latecomer')
    expect((await stage.signIn(stage.browser(), id, 'latecomer')).data.step).toBeNull()
    const update = (createsPeople: boolean, at: number) =>
      app.call(
        identityProvidersContract.update,
        { params: { id }, body: { ...write, secret: '', createsPeople, version: at } },
        weak,
      )
    expect((await update(false, version)).code).toBe(0)
    expect((await update(true, version + 1)).code).toBe(403)
    await expect(stage.provider(weak, { createsPeople: true })).rejects.toThrow()
  })
  it('get none outside the mail domains, or by an address that nobody has verified', async () => {
    const { id } = await build({ mailDomains: ['b.example.cn'] })
    stage.standIn.add('strange', { email: 's@c.example.cn', email_verified: true })
    stage.standIn.add('unverified', { email: 's@b.example.cn', email_verified: false })
    stage.standIn.add('verified', { email: 'v@b.example.cn', email_verified: true })
    expect((await stage.signIn(stage.browser(), id, 'strange')).data.step).toBeNull()
    expect((await stage.signIn(stage.browser(), id, 'unverified')).data.step).toBeNull()
    expect((await stage.signIn(stage.browser(), id, 'verified')).data.step).not.toBeNull()
  })
  it('get none beyond the quota of the plan', async () => {
    const companyId = await buildTenant(app, `满员${Date.now()}`)
    const { token } = await stage.company([], companyId)
    const id = await stage.provider(token, { createsPeople: true })
    await app.sql('update tenants set most_users = 1 where company_id = $1', [companyId])
    stage.standIn.add('toomany')
    expect((await stage.signIn(stage.browser(), id, 'toomany')).code).toBe(companiesErrors.userLimit.code)
    expect(await readUser(companyId, 'toomany')).toBeUndefined()
  })
  it('get roles and organisations by what the provider says of them, within the rights of who set that up', async () => {
    const { companyId, token, admin } = await stage.company([
      'sysUsers:list',
      'sysUsers:roles',
      'sysOrgs:members',
      'sysPosts:list',
    ])
    const role = await buildRole(app, { companyId, permissions: ['sysPosts:list'] })
    const beyond = await buildRole(app, { companyId, permissions: ['sysRoles:edit'] })
    const rule = (value: string, roleId: string) => ({ claim: 'groups', value, roleId, orgId: null })
    const body = { createsPeople: true, mapsAlways: true }
    await expect(stage.provider(token, { ...body, mapping: [rule('x', beyond.id)] })).rejects.toThrow(
      errors.roleBeyondRights.msg,
    )
    const id = await stage.provider(token, { ...body, mapping: [rule('sales', role.id), rule('none', role.id)] })
    stage.standIn.add('seller', { groups: ['sales', 'x'] })
    await stage.session(stage.browser(), id, 'seller')
    const user = await readUser(companyId, 'seller')
    const readRoles = async () =>
      (await app.sql('select role_id from user_roles where user_id = $1', [user?.id])).map(({ role_id }) => role_id)
    expect(await readRoles()).toEqual([role.id])
    // What holds no longer is taken at the next sign-in.
    stage.standIn.add('seller', { groups: [] })
    await stage.session(stage.browser(), id, 'seller')
    expect(await readRoles()).toEqual([])
    // What an administrator has given is theirs to take, also if they took it from the rules.
    const give = () =>
      app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
        companyId,
        user?.id,
        role.id,
      ])
    await give()
    await stage.session(stage.browser(), id, 'seller')
    expect(await readRoles()).toEqual([role.id])
    await app.sql('delete from user_roles where user_id = $1', [user?.id])
    stage.standIn.add('seller', { groups: ['sales'] })
    await stage.session(stage.browser(), id, 'seller')
    await app.sql('delete from user_roles where user_id = $1', [user?.id])
    await give()
    stage.standIn.add('seller', { groups: [] })
    await stage.session(stage.browser(), id, 'seller')
    expect(await readRoles()).toEqual([role.id])
    await app.sql('delete from user_roles where user_id = $1', [user?.id])
    // The role has grown beyond its giver.
    await app.sql('insert into role_elements (company_id, role_id, element) values ($1, $2, $3)', [
      companyId,
      role.id,
      'sysRoles:edit',
    ])
    stage.standIn.add('seller', { groups: ['sales'] })
    await stage.session(stage.browser(), id, 'seller')
    expect(await readRoles()).toEqual([])
    await app.sql('delete from role_elements where role_id = $1 and element = $2', [role.id, 'sysRoles:edit'])
    await app.sql('update users set status = 0 where id = $1', [admin.id])
    await stage.session(stage.browser(), id, 'seller')
    expect(await readRoles()).toEqual([])
  })
})

describe('where a provider says that it signs people in', () => {
  const now = performance.now.bind(performance)
  afterEach(() => vi.restoreAllMocks())
  /** Lets caches age. */
  const pass = (minutes: number) => vi.spyOn(performance, 'now').mockImplementation(() => now() + minutes * 60_000)

  it('is read again every ten minutes, although it is in use all the time', async () => {
    const { token } = await stage.company()
    const { issuer, state } = stage.standIn
    const id = await stage.provider(token)
    const begin = async () => new URL(await stage.start(stage.browser(), id)).pathname
    const before = await begin()
    const read = await fetch(`${issuer}/.well-known/openid-configuration`)
    state.discovery = { ...((await read.json()) as object), authorization_endpoint: `${issuer}/moved` }
    const [paths, minutes] = [[] as string[], [4, 8, 12, 16]]
    for (const each of minutes) {
      pass(each)
      paths.push(await begin())
    }
    state.discovery = undefined
    expect(paths).toEqual([before, before, '/moved', '/moved'])
  })
})

describe('the links of a person', () => {
  const prove = (browser: ReturnType<OutsideStage['browser']>, token: string, password: string) =>
    browser.request(securityContract.prove.path, { method: 'POST', token, body: { type: 'password', password } })
  it('are made and removed on the security page, after proving who they are again', async () => {
    const { companyId, token: admin } = await stage.company()
    const id = await stage.provider(admin)
    const user = await buildUser(app, { companyId })
    const browser = stage.browser()
    const token = await browser.signIn(user)
    const start = links.start.path.replace(':id', id)
    expect((await browser.request(start, { method: 'POST', token, body: {} })).json().code).toBe(
      signInErrors.secondStep.code,
    )
    await prove(browser, token, user.password)
    const { url } = (await browser.request(start, { method: 'POST', token, body: {} })).json().data
    const params = await stage.standIn.visit(url, stage.standIn.add('own'))
    const body = { provider: id, params }
    const finished = (await browser.request(links.finish.path, { method: 'POST', token, body })).json()
    expect(finished.code).toBe(0)
    const reply = (await browser.request(links.list.path, { token })).json()
    const list = reply.data
    const held = list.find((each: { id: string }) => each.id === id)
    expect(held.link).toMatchObject({ name: '李雷' })
    const second = stage.browser()
    const outside = await stage.session(second, id, 'own')
    const path = links.remove.path.replace(':linkId', held.link.id)
    expect((await browser.request(path, { method: 'DELETE', token })).json().code).toBe(0)
    expect((await second.request(links.list.path, { token: outside })).json().code).toBe(101)
    expect((await stage.signIn(stage.browser(), id, 'own')).data.step).toBeNull()
  })
  it('end with their provider, and so do the sessions that began by it', async () => {
    const { companyId, token: admin } = await stage.company()
    const id = await stage.provider(admin)
    const user = await buildUser(app, { companyId })
    await stage.link(stage.browser(), id, stage.standIn.add('ending'), user)
    const browser = stage.browser()
    const token = await stage.session(browser, id, 'ending')
    const row = (await app.call(identityProvidersContract.get, { params: { id } }, admin)).data
    expect(row).toMatchObject({ links: 1 })
    expect(JSON.stringify(row)).not.toContain('secret')
    const { impact } = await callAndConfirm(app, identityProvidersContract.remove, { params: { id } }, admin)
    expect(impact).toEqual({ people: 1, sessions: 2 })
    expect((await browser.request(links.list.path, { token })).json().code).toBe(101)
    expect(await readLink(user.id)).toBeUndefined()
  })
})
