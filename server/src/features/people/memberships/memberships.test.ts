import { randomUUID } from 'node:crypto'
import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { membershipsContract } from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { assignCompanyAdmin } from '../../../../test/authorization.ts'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNarrowStage } from '../../../../test/narrow-stage.ts'

const { list, create, remove, own, accept, decline, leave, enter: switchTo } = membershipsContract
const { verify, accessToken } = signInContract
const { loginInfo } = sessionContract
const adminRights = [
  'sysMemberships:list',
  'sysMemberships:add',
  'sysMemberships:delete',
  'sysUsers:list',
  'sysUsers:get',
  'sysUsers:edit',
  'sysUsers:reset',
  'sysUsers:lock',
  'sysUsers:delete',
]
type User = Awaited<ReturnType<typeof buildUser>>
let app: TestApp
/** The company of the person's account, and the company that invites them. */
let home: string
let host: string
let person: User
let homeAdminToken: string
let hostAdminToken: string
const randomSuffix = () => randomUUID().slice(0, 8)
const randomPhone = () => `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.sql('delete from limits')
  home = await buildCompany(app, `甲${randomSuffix()}`)
  host = await buildCompany(app, `乙${randomSuffix()}`)
  person = await buildUser(app, { companyId: home, phone: randomPhone() })
  homeAdminToken = await app.signIn(await buildUser(app, { companyId: home, permissions: adminRights }))
  hostAdminToken = await app.signIn(await buildUser(app, { companyId: host, permissions: adminRights }))
})

const invite = async (target: string, by = hostAdminToken) => {
  const { code, data } = await app.call(create, { body: { target, note: '来帮忙' } }, by)
  expect(code).toBe(0)
  return String(data?.id)
}
const startSignIn = async (who: { account: string; password: string } = person) => {
  const { data } = await app.call(verify, { body: { account: who.account, password: who.password } })
  if (!data) throw new Error('refused')
  return data
}
const signInTo = async (companyId: string, who = person) => {
  const { tempToken } = await startSignIn(who)
  const { code, data } = await app.call(accessToken, { body: { companyId } }, tempToken)
  expect(code).toBe(0)
  return String(data?.token)
}
const memberId = async (companyId = host) => {
  const [row] = await app.sql(
    'select id from users where company_id = $1 and principal_id = $2 and deleted_at is null',
    [companyId, person.id],
  )
  return String(row?.id)
}
/**
 * Makes the person a member of the host.
 * @returns their user id there
 */
const joinHost = async () => {
  const id = await invite(person.account)
  expect((await app.call(accept, { params: { id } }, await app.signIn(person))).code).toBe(0)
  return memberId()
}
const readLoginInfo = (token: string) => app.call(loginInfo, {}, token)

describe('inviting', () => {
  it('answers alike for existing and unknown accounts, phones and mail addresses', async () => {
    const [row] = await app.sql('select phone from users where id = $1', [person.id])
    const targets = [
      person.account.toUpperCase(),
      String(row?.phone),
      'nobody_at_all',
      '13900000000',
      'no@body.example',
    ]
    for (const target of targets) await invite(target)
    const { data } = await app.call(list, { query: {} }, hostAdminToken)
    const rows = data?.map(({ target, state, note, decideTime }) => ({ target, state, note, decideTime }))
    expect(rows).toEqual(
      targets.toReversed().map((target) => ({ target, state: 'open', note: '来帮忙', decideTime: null })),
    )
    const invitations = (await app.call(own, {}, await app.signIn(person))).data?.invitations
    expect(invitations?.map(({ inviter, note }) => [inviter, note])).toEqual([
      ['张伟', '来帮忙'],
      ['张伟', '来帮忙'],
    ])
  })
  it('answers for own accounts outside the caller’s row scope, or behind contacts they may not read, as for unknown ones', async () => {
    const stage = await createNarrowStage(app)
    const narrow = await stage.signInNorth(...adminRights)
    const [inside, phone] = [await stage.buildMember(stage.north), randomPhone()]
    const outside = await buildUser(app, { companyId: stage.companyId, phone })
    await stage.join(outside, stage.south)
    for (const target of [outside.account, phone]) await invite(target, narrow)
    expect((await app.call(own, {}, await app.signIn(outside))).data?.invitations).toEqual([])
    const told = await app.sql(`select from messages where company_id = $1 and template = 'membershipAsked'`, [
      stage.companyId,
    ])
    expect(told).toEqual([])
    expect((await app.call(create, { body: { target: inside.account } }, narrow)).code).toBe(2018)
  })
  it('rejects own accounts and memberships in the platform’s company', async () => {
    const colleague = await buildUser(app, { companyId: host })
    const refused = await app.call(create, { body: { target: colleague.account } }, hostAdminToken)
    expect(refused).toMatchObject({ code: 2018, errors: [{ field: 'target' }] })
    const operator = await app.signIn()
    expect((await app.call(create, { body: { target: person.account } }, operator)).code).toBe(3200)
    // The platform company does not offer the feature either.
    const shown = (await app.call(sessionContract.grants, {}, operator)).data
    expect(shown?.modules.sysMemberships).toBeUndefined()
    expect(JSON.stringify(shown?.menus)).not.toContain('sys/memberships')
    expect((await app.call(sessionContract.grants, {}, hostAdminToken)).data?.modules.sysMemberships).toContain('add')
  })
  it('can be answered only by the invited person, once, before it expires or is withdrawn', async () => {
    const token = await app.signIn(person)
    const stranger = await app.signIn(await buildUser(app, { companyId: home }))
    const id = await invite(person.account)
    expect((await app.call(accept, { params: { id } }, stranger)).code).toBe(404)
    expect((await app.call(decline, { params: { id } }, stranger)).code).toBe(404)
    expect((await app.call(decline, { params: { id } }, token)).code).toBe(0)
    expect((await app.call(accept, { params: { id } }, token)).code).toBe(404)
    const auditRows = await app.sql(
      `select company_id, actor->>'name' as name from audit_log where event = 'membershipInvitation.declined' and ok and entity_id = $1`,
      [id],
    )
    expect(auditRows).toEqual([{ company_id: host, name: person.account }])
    const late = await invite(person.account)
    await app.sql(`update membership_invitations set expires_at = now() where id = $1`, [late])
    expect((await app.call(accept, { params: { id: late } }, token)).code).toBe(404)
    const states = (await app.call(list, { query: {} }, hostAdminToken)).data?.map(({ state }) => state)
    expect(states).toEqual(['lapsed', 'declined'])
    const withdrawn = await invite(person.account)
    expect((await app.call(remove, { params: { id: withdrawn } }, homeAdminToken)).code).toBe(404)
    expect((await app.call(remove, { params: { id: withdrawn } }, hostAdminToken)).code).toBe(0)
    expect((await app.call(accept, { params: { id: withdrawn } }, token)).code).toBe(404)
    expect(await memberId()).toBe('undefined')
  })
  it('creates one user without roles or credentials, even for concurrent acceptances', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => invite(person.account)))
    const token = await app.signIn(person)
    const answers = await Promise.all(ids.map((id) => app.call(accept, { params: { id } }, token)))
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 2018, 2018, 2018])
    const found = await app.call(usersContract.list, { query: { search: person.account } }, hostAdminToken)
    expect(found.data).toMatchObject([
      { account: person.account, name: '张伟', outside: true, phone: '', roleCount: 0 },
    ])
    const [log] = await app.sql(
      `select event, actor_id, entity_name from audit_log where company_id = $1 and event = 'membership.accepted' and ok`,
      [host],
    )
    expect(log).toMatchObject({ actor_id: await memberId(), entity_name: '张伟' })
    expect(
      await app.sql(`select 1 from audit_log where company_id = $1 and event like 'membership%' and ok`, [home]),
    ).toEqual([])
  })
  it('counts towards the user limit', async () => {
    const id = await invite(person.account)
    await app.sql(
      `insert into tenants (company_id, plan_id, most_users) select $1, id, 1 from plans where code = 'standard'`,
      [host],
    )
    const full = await app.call(accept, { params: { id } }, await app.signIn(person))
    expect(full.code).toBe(3002)
    expect(await memberId()).toBe('undefined')
  })
})

describe('signing in', () => {
  it('asks for the company if there are several and opens a session there', async () => {
    const member = await joinHost()
    const { tempToken, next, companies } = await startSignIn()
    expect([next, companies?.map(({ id }) => id)]).toEqual(['chooseCompany', [home, host]])
    const reply = await app.call(accessToken, { body: {} }, tempToken)
    expect(reply).toMatchObject({ code: 111, msg: '请选择要进入的公司', data: { next: 'chooseCompany' } })
    const foreign = await buildCompany(app, `丙${randomSuffix()}`)
    expect((await app.call(accessToken, { body: { companyId: foreign } }, tempToken)).code).toBe(111)
    const opened = await app.call(accessToken, { body: { companyId: host } }, tempToken)
    expect((await app.call(accessToken, { body: { companyId: home } }, tempToken)).code).toBe(1015)
    const info = (await readLoginInfo(String(opened.data?.token))).data
    expect(info).toMatchObject({ id: member, company: host, principal: { company: home }, phone: '', roles: [] })
    expect((await startSignIn()).companies?.map(({ id }) => id)).toEqual([host, home])
    expect((await readLoginInfo(await signInTo(home))).data).toMatchObject({
      id: person.id,
      company: home,
      principal: null,
    })
    const [log] = await app.sql(
      `select actor_id from audit_log where company_id = $1 and event = 'session.started'
      and actor_id = $2`,
      [host, member],
    )
    expect(log).toBeDefined()
  })
  it('asks nothing if only one company is available', async () => {
    await joinHost()
    await app.sql('update companies set status = 0 where id = $1', [host])
    expect((await readLoginInfo(await app.signIn(person))).data?.company).toBe(home)
    await app.sql('update companies set status = case id when $1 then 1 else 0 end where id in ($1, $2)', [host, home])
    expect((await readLoginInfo(await app.signIn(person))).data?.company).toBe(host)
    await app.sql('update companies set status = 0 where id = $1', [host])
    expect((await app.call(verify, { body: { account: person.account, password: person.password } })).code).toBe(1004)
  })
  it('requires a new password first, and only once', async () => {
    await joinHost()
    await app.sql('update users set must_change_password = true where id = $1', [person.id])
    const { tempToken, next, companies } = await startSignIn()
    expect([next, companies]).toEqual(['changePassword', undefined])
    const body = { newPassword: 'Fresh#Pass99' }
    expect((await app.call(accessToken, { body }, tempToken)).data).toMatchObject({ next: 'chooseCompany' })
    expect((await app.call(accessToken, { body: { companyId: host } }, tempToken)).code).toBe(0)
    expect((await startSignIn({ ...person, password: 'Fresh#Pass99' })).next).toBe('chooseCompany')
  })
  it('does not reveal companies before the second step', async () => {
    await joinHost()
    await app.sql('update users set sms_second_step = true where id = $1', [person.id])
    const { tempToken, next, companies } = await startSignIn()
    expect([next, companies]).toEqual(['sms', undefined])
    const refused = await app.call(accessToken, { body: { companyId: host } }, tempToken)
    expect(refused).toMatchObject({ code: 111, data: { next: 'sms' } })
    expect(JSON.stringify(refused.data)).not.toContain(host)
  })
})

describe('switching companies', () => {
  it('needs no reauthentication, ends the current session and keeps its expiry', async () => {
    const member = await joinHost()
    const before = await signInTo(home)
    const readEnd = async () =>
      (
        await app.sql(
          `select absolute_expires_at::text as until, ended_at, end_reason from sessions where user_id in ($1, $2)
           order by created_at desc limit 2`,
          [person.id, member],
        )
      ).map(({ until, end_reason }) => ({ until, end_reason }))
    const { data } = await app.call(switchTo, { params: { id: host } }, before)
    expect((await readLoginInfo(String(data?.token))).data).toMatchObject({ id: member, company: host })
    expect(await readLoginInfo(before)).toMatchObject({ code: 101, msg: '已切换到其他公司' })
    const [now, then] = await readEnd()
    expect([now?.end_reason, then?.end_reason, now?.until]).toEqual([null, 'switched', then?.until])
    const back = await app.call(switchTo, { params: { id: home } }, data?.token)
    expect((await readLoginInfo(String(back.data?.token))).data).toMatchObject({ id: person.id, company: home })
    expect((await app.call(switchTo, { params: { id: home } }, back.data?.token)).code).toBe(3202)
    const [entered] = await app.sql(
      `select actor_id from audit_log where company_id = $1 and event = 'membership.entered' and ok`,
      [host],
    )
    expect(entered?.actor_id).toBe(member)
  })
  it('is refused for companies without membership, when locked, or when the company is stopped', async () => {
    const id = await joinHost()
    const token = await signInTo(home)
    const foreign = await buildCompany(app, `戊${randomSuffix()}`)
    const locked = `update users set locked_at = case when $2 then now() end where id = $1`
    expect((await app.call(switchTo, { params: { id: foreign } }, token)).code).toBe(3202)
    await app.sql(locked, [id, true])
    expect((await app.call(switchTo, { params: { id: host } }, token)).code).toBe(3202)
    await app.sql(locked, [id, false])
    await app.sql('update companies set status = 0 where id = $1', [host])
    expect((await app.call(switchTo, { params: { id: host } }, token)).code).toBe(3202)
    expect((await readLoginInfo(token)).data?.company).toBe(home)
  })
})

describe('a member', () => {
  it('manages credentials only in the home company', async () => {
    await joinHost()
    const token = await signInTo(host)
    expect(await app.call(securityContract.state, {}, token)).toMatchObject({
      code: 423,
      msg: '您使用其他公司的账号登录，请在账号所属公司管理账号安全',
    })
    const body = { oldPass: person.password, newPass: 'Fresh#Pass99' }
    expect((await app.call(securityContract.changePassword, { body }, token)).code).toBe(423)
    expect((await app.call(accountContract.profile, {}, token)).data).toMatchObject({
      account: person.account,
      phone: '',
    })
    expect((await app.call(securityContract.state, {}, await signInTo(home))).code).toBe(0)
    expect((await app.call(own, {}, token)).data?.companies).toMatchObject([
      { id: home, current: false, principal: true },
      { id: host, current: true, principal: false },
    ])
  })
  it('is managed by the company’s administrators except for credentials', async () => {
    const id = await joinHost()
    const params = { id }
    expect((await app.call(usersContract.reset, { params, body: {} }, hostAdminToken)).code).toBe(2017)
    const { version = 1 } = (await app.call(usersContract.get, { params }, hostAdminToken)).data ?? {}
    const write = { name: '张帮', phone: '', email: '', version }
    const withPhone = { ...write, phone: randomPhone() }
    expect((await app.call(usersContract.update, { params, body: withPhone }, hostAdminToken)).code).toBe(2017)
    expect((await app.call(usersContract.update, { params, body: write }, hostAdminToken)).code).toBe(0)
    const [token, homeToken] = [await signInTo(host), await signInTo(home)]
    const lock = { params, body: { reason: '离开', until: null } }
    expect((await callAndConfirm(app, userStatusContract.lock, lock, hostAdminToken)).done.code).toBe(0)
    expect(await readLoginInfo(token)).toMatchObject({ code: 101, msg: '账号已被锁定，请联系管理员' })
    expect((await readLoginInfo(homeToken)).data).toMatchObject({ company: home, name: '张伟' })
    expect((await startSignIn()).next).toBe('none')
  })
  it('can rejoin after removal, and exists only once', async () => {
    const id = await joinHost()
    const token = await signInTo(host)
    expect(
      (await callAndConfirm(app, userStatusContract.remove, { params: { id }, body: {} }, hostAdminToken)).done.code,
    ).toBe(0)
    expect((await readLoginInfo(token)).code).toBe(101)
    expect(await joinHost()).not.toBe(id)
    expect((await app.call(userStatusContract.restore, { params: { id } }, hostAdminToken)).code).toBe(2018)
  })
  it('never gets credentials of their own', async () => {
    const id = await joinHost()
    const passwordUpdate = app.sql(`update users set password_hash = 'x' where id = $1`, [id])
    await expect(passwordUpdate).rejects.toThrow('users__signs_in_elsewhere')
  })
  it('who administers the company cannot be reset by the platform', async () => {
    host = await buildTenant(app, `丁${randomSuffix()}`)
    hostAdminToken = await app.signIn(await buildUser(app, { companyId: host, permissions: adminRights }))
    const id = await joinHost()
    await app.sql('update companies set admin_id = $2 where id = $1', [host, id])
    expect((await app.call(companiesContract.reset, { params: { id: host } }, await app.signIn())).code).toBe(2017)
  })
})

describe('sessions of a member', () => {
  const { sessions, endSession, endOtherSessions } = accountContract
  const listSessions = async (token: string) => (await app.call(sessions, {}, token)).data ?? []
  /** Joins, and ends all sessions of the person. */
  const joinSignedOut = async () => {
    const id = await joinHost()
    await app.sql('update sessions set ended_at = now() where user_id = $1', [person.id])
    return id
  }
  it('are listed across all companies, and only their own', async () => {
    await joinSignedOut()
    const [inside, outside] = [await signInTo(host), await signInTo(home)]
    const readName = async (id: string) => (await app.sql('select name from companies where id = $1', [id]))[0]?.name
    const [homeName, hostName] = [await readName(home), await readName(host)]
    const where = (rows: Awaited<ReturnType<typeof listSessions>>) =>
      rows.map(({ company, current }) => [company, current])
    expect(where(await listSessions(outside))).toEqual([
      [homeName, true],
      [hostName, false],
    ])
    expect(where(await listSessions(inside))).toEqual([
      [homeName, false],
      [hostName, true],
    ])
    expect((await app.call(securityContract.state, {}, outside)).data?.sessions).toBe(2)
    const stranger = await app.signIn(await buildUser(app, { companyId: host }))
    expect(await listSessions(stranger)).toHaveLength(1)
    const id = (await listSessions(outside)).find(({ current }) => !current)?.id ?? ''
    expect((await app.call(endSession, { params: { id } }, stranger)).code).toBe(404)
    expect((await readLoginInfo(inside)).code).toBe(0)
  })
  it('can be ended from any company, logged in the company of the session', async () => {
    const member = await joinSignedOut()
    const [inside, outside] = [await signInTo(host), await signInTo(home)]
    const id = (await listSessions(outside)).find(({ current }) => !current)?.id ?? ''
    expect((await app.call(endSession, { params: { id } }, outside)).code).toBe(0)
    expect(await readLoginInfo(inside)).toMatchObject({ code: 101, msg: '本设备已被您在其他设备上下线' })
    const logs = await app.sql(
      `select company_id, actor_id, actor->'home' as home from audit_log where event = 'ownSession.terminated' and ok
       and company_id in ($1, $2)`,
      [home, host],
    )
    expect(logs).toEqual([{ company_id: host, actor_id: member, home: null }])
  })
  it('can be ended all at once except the current one', async () => {
    await joinSignedOut()
    const [inside, outside, again] = [await signInTo(host), await signInTo(home), await signInTo(host)]
    expect((await app.call(endOtherSessions, {}, again)).data).toEqual({ ended: 2 })
    expect([
      (await readLoginInfo(inside)).code,
      (await readLoginInfo(outside)).code,
      (await readLoginInfo(again)).code,
    ]).toEqual([101, 101, 0])
  })
})

describe('leaving', () => {
  const logged = (companyId: string) =>
    app.sql(
      `select actor_id, entity_name, before, actor::text || coalesce(before::text, '') as words from audit_log
       where company_id = $1 and event = 'membership.ended' and ok and code = 0`,
      [companyId],
    )
  it('shows the impact, ends membership and sessions, and is logged in both companies without naming each other', async () => {
    const id = await joinHost()
    const [role, org] = [randomUUID(), randomUUID()]
    await app.sql(`insert into roles (company_id, id, code, name) values ($1, $2, 'auditor', '审计员')`, [host, role])
    await app.sql(`insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)`, [host, id, role])
    await app.sql(`insert into orgs (company_id, id, name, path) values ($1, $2::uuid, '财务部', '/' || $2 || '/')`, [
      host,
      org,
    ])
    await app.sql(`insert into user_orgs (company_id, user_id, org_id) values ($1, $2, $3)`, [host, id, org])
    const [inside, outside] = [await signInTo(host), await signInTo(home)]
    const { impact, done } = await callAndConfirm(app, leave, { params: { id: host } }, outside)
    const name = String((await app.sql('select name from companies where id = $1', [host]))[0]?.name)
    const holdings = { roles: ['审计员'], organizations: ['财务部'] }
    expect(impact).toEqual({ company: name, ...holdings, sessions: 1, current: false })
    expect(done.code).toBe(0)
    expect(await readLoginInfo(inside)).toMatchObject({ code: 101, msg: '您已退出该公司' })
    expect((await app.call(own, {}, outside)).data?.companies.map((company) => company.id)).toEqual([home])
    expect((await startSignIn()).next).toBe('none')
    expect(await logged(host)).toMatchObject([{ actor_id: id, entity_name: '张伟', before: holdings }])
    const homeLog = await logged(home)
    expect(homeLog).toMatchObject([{ actor_id: person.id, entity_name: '张伟' }])
    expect(String(homeLog[0]?.words)).not.toContain(name)
    expect((await app.call(userStatusContract.restore, { params: { id } }, hostAdminToken)).code).toBe(2019)
    expect(await joinHost()).not.toBe(id)
  })
  it('works from within the company and ends the current session', async () => {
    await joinHost()
    const inside = await signInTo(host)
    const { impact, done } = await callAndConfirm(app, leave, { params: { id: host } }, inside)
    expect([impact, done.code]).toMatchObject([{ sessions: 1, current: true }, 0])
    expect(await readLoginInfo(inside)).toMatchObject({ code: 101, msg: '您已退出该公司' })
    expect([(await logged(host)).length, (await logged(home)).length]).toEqual([1, 0])
  })
  it('is refused for the last administrator and for companies without membership', async () => {
    const id = await joinHost()
    const token = await signInTo(home)
    await app.database.transact({ reach: 'platform' }, (db) => assignCompanyAdmin(db, host, id))
    expect(await app.call(leave, { params: { id: host } }, token)).toMatchObject({ code: 3203 })
    const foreign = await buildCompany(app, `己${randomSuffix()}`)
    for (const none of [home, foreign, randomUUID()])
      expect((await app.call(leave, { params: { id: none } }, token)).code).toBe(404)
    await app.sql('update users set locked_at = now() where id = $1', [id])
    expect((await app.call(leave, { params: { id: host } }, token)).code).toBe(404)
  })
})

describe('mail', () => {
  const queuedMessages = (companyId: string) =>
    app.sql(`select template, channel, company_id from messages where company_id = $1 order by created_at`, [companyId])
  const mailTo = async (address: string) => (await app.outbox()).filter(({ to }) => to === address)
  it('notifies an invited user once, and queues a message for unknown targets too', async () => {
    const address = `${randomSuffix()}@example.com`
    await app.sql('update users set email = $2 where id = $1', [person.id, address])
    const [row] = await app.sql('select phone from users where id = $1', [person.id])
    for (const target of [String(row?.phone), String(row?.phone), 'nobody_at_all']) await invite(target)
    expect(await queuedMessages(host)).toMatchObject([
      { template: 'membershipAsked', channel: 'mail' },
      { channel: 'mail' },
    ])
    await expect
      .poll(() => mailTo(address), { timeout: 5000 })
      .toMatchObject([{ title: '邀请您加入公司', text: expect.stringContaining('张伟 邀请您用现有账号加入') }])
  })
  it.each(['accept', 'decline'] as const)('notifies the inviter: %s', async (how) => {
    const inviter = await buildUser(app, { companyId: host, permissions: adminRights })
    const address = `${randomSuffix()}@example.com`
    await app.sql('update users set email = $2 where id = $1', [inviter.id, address])
    const id = await invite(person.account, await app.signIn(inviter))
    const answered = await app.call({ accept, decline }[how], { params: { id } }, await app.signIn(person))
    expect(answered.code).toBe(0)
    const answer = { accept: '接受了', decline: '婉拒了' }[how]
    await expect
      .poll(() => mailTo(address), { timeout: 5000 })
      .toMatchObject([{ title: '成员邀请已有答复', text: expect.stringContaining(`${person.account} ${answer}加入`) }])
  })
})

describe('changes of the home account', () => {
  const isOver = async (token: string) => (await readLoginInfo(token)).code === 101
  it('end all sessions when it is locked, deleted or gets a new password', async () => {
    await joinHost()
    const first = await signInTo(host)
    const newPass = 'Fresh#Pass99'
    const body = { oldPass: person.password, newPass }
    expect((await app.call(securityContract.changePassword, { body }, await signInTo(home))).code).toBe(0)
    expect(await isOver(first)).toBe(true)
    person = { ...person, password: newPass }
    const second = await signInTo(host)
    const lock = { params: { id: person.id }, body: { reason: '查', until: null } }
    expect((await callAndConfirm(app, userStatusContract.lock, lock, homeAdminToken)).done.code).toBe(0)
    expect(await isOver(second)).toBe(true)
    expect((await app.call(verify, { body: { account: person.account, password: newPass } })).code).toBe(1001)
    await app.call(userStatusContract.unlock, { params: { id: person.id } }, homeAdminToken)
    const third = await signInTo(host)
    const removal = { params: { id: person.id }, body: {} }
    expect((await callAndConfirm(app, userStatusContract.remove, removal, homeAdminToken)).done.code).toBe(0)
    expect(await isOver(third)).toBe(true)
  })
  it('end all sessions when it expires', async () => {
    await joinHost()
    const token = await signInTo(host)
    await app.sql(`update users set expire_at = now() where id = $1`, [person.id])
    expect(await isOver(token)).toBe(true)
  })
  it.each(['reset', 'phone'] as const)(
    'lock memberships when an administrator changes its credentials: %s',
    async (how) => {
      const id = await joinHost()
      const token = await signInTo(host)
      const params = { id: person.id }
      const { name, version } = (await app.call(usersContract.get, { params }, homeAdminToken)).data ?? {
        name: '',
        version: 0,
      }
      const answer =
        how === 'reset'
          ? await app.call(
              usersContract.reset,
              { params, body: { password: 'Fresh#Pass99', mustChange: false } },
              homeAdminToken,
            )
          : await app.call(
              usersContract.update,
              { params, body: { name, phone: randomPhone(), version } },
              homeAdminToken,
            )
      expect(answer.code).toBe(0)
      expect(await isOver(token)).toBe(true)
      const login = { ...person, ...(how === 'reset' && { password: 'Fresh#Pass99' }) }
      expect((await startSignIn(login)).next).toBe('none')
      const membership = (await app.call(usersContract.get, { params: { id } }, hostAdminToken)).data
      expect(membership).toMatchObject({ status: 2, lock: { reason: expect.stringContaining('核实') } })
      const [log] = await app.sql(
        `select actor from audit_log where company_id = $1 and event = 'user.locked' and entity_id = $2`,
        [host, id],
      )
      expect(log?.actor).toMatchObject({ home: { id: home } })
      expect((await app.call(userStatusContract.unlock, { params: { id } }, hostAdminToken)).code).toBe(0)
      expect((await startSignIn(login)).next).toBe('chooseCompany')
    },
  )
})
