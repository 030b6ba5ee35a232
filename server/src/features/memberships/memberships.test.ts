import { randomUUID } from 'node:crypto'
import { accountContract } from '@atrium/contract/features/account/account.contract.ts'
import { companiesContract } from '@atrium/contract/features/companies/companies.contract.ts'
import { membershipsContract } from '@atrium/contract/features/memberships/memberships.contract.ts'
import { securityContract } from '@atrium/contract/features/security/security.contract.ts'
import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { signInContract } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { confirmed } from '../../../test/confirmed.ts'
import { buildCompany, buildTenant, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { makeCompanyAdmin } from '../access/index.ts'

const { list, create, remove, own, accept, decline, leave, enter: switchTo } = membershipsContract
const { verify, accessToken } = signInContract
const { loginInfo } = sessionContract
const keeping = [
  ...['sysMemberships:list', 'sysMemberships:add', 'sysMemberships:delete', 'sysUsers:list', 'sysUsers:get'],
  ...['sysUsers:edit', 'sysUsers:reset', 'sysUsers:lock', 'sysUsers:delete'],
]
type User = Awaited<ReturnType<typeof buildUser>>
let app: TestApp
/** Where the person's account is, and the company that invites him. */
let home: string
let host: string
let person: User
let homeKeeper: string
let keeper: string
const short = () => randomUUID().slice(0, 8)
const phone = () => `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.sql('delete from limits')
  home = await buildCompany(app, `甲${short()}`)
  host = await buildCompany(app, `乙${short()}`)
  person = await buildUser(app, { companyId: home, phone: phone() })
  homeKeeper = await app.signIn(await buildUser(app, { companyId: home, permissions: keeping }))
  keeper = await app.signIn(await buildUser(app, { companyId: host, permissions: keeping }))
})

const invite = async (target: string, by = keeper) => {
  const { code, data } = await app.call(create, { body: { target, note: '来帮忙' } }, by)
  expect(code).toBe(0)
  return String(data?.id)
}
const begin = async (who: { account: string; password: string } = person) => {
  const { data } = await app.call(verify, { body: { account: who.account, password: who.password } })
  if (!data) throw new Error('refused')
  return data
}
const enter = async (companyId: string, who = person) => {
  const { tempToken } = await begin(who)
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
/** Makes the person a member of the host. Out: his id there. */
const join = async () => {
  const id = await invite(person.account)
  expect((await app.call(accept, { params: { id } }, await app.signIn(person))).code).toBe(0)
  return memberId()
}
const inspect = (token: string) => app.call(loginInfo, {}, token)

describe('inviting', () => {
  it('answers alike for somebody and for nobody, by account, phone and mail', async () => {
    const [row] = await app.sql('select phone from users where id = $1', [person.id])
    const targets = [
      person.account.toUpperCase(),
      String(row?.phone),
      'nobody_at_all',
      '13900000000',
      'no@body.example',
    ]
    for (const target of targets) await invite(target)
    const { data } = await app.call(list, { query: {} }, keeper)
    const seen = data?.map(({ target, state, note, decideTime }) => ({ target, state, note, decideTime }))
    expect(seen).toEqual(
      targets.toReversed().map((target) => ({ target, state: 'open', note: '来帮忙', decideTime: null })),
    )
    const asked = (await app.call(own, {}, await app.signIn(person))).data?.invitations
    expect(asked?.map(({ inviter, note }) => [inviter, note])).toEqual([
      ['张伟', '来帮忙'],
      ['张伟', '来帮忙'],
    ])
  })
  it('refuses its own accounts, and lets nobody from elsewhere into the platform’s company', async () => {
    const colleague = await buildUser(app, { companyId: host })
    const refused = await app.call(create, { body: { target: colleague.account } }, keeper)
    expect(refused).toMatchObject({ code: 2018, errors: [{ field: 'target' }] })
    const operator = await app.signIn()
    expect((await app.call(create, { body: { target: person.account } }, operator)).code).toBe(3200)
    // Nor does it show its people what they would only be refused.
    const shown = (await app.call(sessionContract.grants, {}, operator)).data
    expect(shown?.modules.sysMemberships).toBeUndefined()
    expect(JSON.stringify(shown?.menus)).not.toContain('sys/memberships')
    expect((await app.call(sessionContract.grants, {}, keeper)).data?.modules.sysMemberships).toContain('add')
  })
  it('is answered by whom it is for, once, in time, and not after it was taken back', async () => {
    const token = await app.signIn(person)
    const stranger = await app.signIn(await buildUser(app, { companyId: home }))
    const id = await invite(person.account)
    expect((await app.call(accept, { params: { id } }, stranger)).code).toBe(404)
    expect((await app.call(decline, { params: { id } }, stranger)).code).toBe(404)
    expect((await app.call(decline, { params: { id } }, token)).code).toBe(0)
    expect((await app.call(accept, { params: { id } }, token)).code).toBe(404)
    const told = await app.sql(
      `select company_id, actor->>'name' as name from audit_log where event = 'membershipInvitation.declined' and ok and entity_id = $1`,
      [id],
    )
    expect(told).toEqual([{ company_id: host, name: person.account }])
    const late = await invite(person.account)
    await app.sql(`update membership_invitations set expires_at = now() where id = $1`, [late])
    expect((await app.call(accept, { params: { id: late } }, token)).code).toBe(404)
    const states = (await app.call(list, { query: {} }, keeper)).data?.map(({ state }) => state)
    expect(states).toEqual(['lapsed', 'declined'])
    const gone = await invite(person.account)
    expect((await app.call(remove, { params: { id: gone } }, homeKeeper)).code).toBe(404)
    expect((await app.call(remove, { params: { id: gone } }, keeper)).code).toBe(0)
    expect((await app.call(accept, { params: { id: gone } }, token)).code).toBe(404)
    expect(await memberId()).toBe('undefined')
  })
  it('makes one user of him, without roles or ways in, also when he says yes to four at once', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => invite(person.account)))
    const token = await app.signIn(person)
    const answers = await Promise.all(ids.map((id) => app.call(accept, { params: { id } }, token)))
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 2018, 2018, 2018])
    const found = await app.call(usersContract.list, { query: { search: person.account } }, keeper)
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
  it('counts against the number of users', async () => {
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
  it('asks where, when there is more than one company, and opens a session of that one', async () => {
    const member = await join()
    const { tempToken, next, companies } = await begin()
    expect([next, companies?.map(({ id }) => id)]).toEqual(['chooseCompany', [home, host]])
    const asked = await app.call(accessToken, { body: {} }, tempToken)
    expect(asked).toMatchObject({ code: 111, msg: '请选择要进入的企业', data: { next: 'chooseCompany' } })
    const foreign = await buildCompany(app, `丙${short()}`)
    expect((await app.call(accessToken, { body: { companyId: foreign } }, tempToken)).code).toBe(111)
    const opened = await app.call(accessToken, { body: { companyId: host } }, tempToken)
    expect((await app.call(accessToken, { body: { companyId: home } }, tempToken)).code).toBe(1015)
    const info = (await inspect(String(opened.data?.token))).data
    expect(info).toMatchObject({ id: member, company: host, principal: { company: home }, phone: '', roles: [] })
    expect((await begin()).companies?.map(({ id }) => id)).toEqual([host, home])
    expect((await inspect(await enter(home))).data).toMatchObject({ id: person.id, company: home, principal: null })
    const [log] = await app.sql(
      `select actor_id from audit_log where company_id = $1 and event = 'session.started'
      and actor_id = $2`,
      [host, member],
    )
    expect(log).toBeDefined()
  })
  it('asks nothing where one company is left, his own or another', async () => {
    await join()
    await app.sql('update companies set status = 0 where id = $1', [host])
    expect((await inspect(await app.signIn(person))).data?.company).toBe(home)
    await app.sql('update companies set status = case id when $1 then 1 else 0 end where id in ($1, $2)', [host, home])
    expect((await inspect(await app.signIn(person))).data?.company).toBe(host)
    await app.sql('update companies set status = 0 where id = $1', [host])
    expect((await app.call(verify, { body: { account: person.account, password: person.password } })).code).toBe(1004)
  })
  it('asks for a new password first and for that once', async () => {
    await join()
    await app.sql('update users set must_change_password = true where id = $1', [person.id])
    const { tempToken, next, companies } = await begin()
    expect([next, companies]).toEqual(['changePassword', undefined])
    const body = { newPassword: 'Fresh#Pass99' }
    expect((await app.call(accessToken, { body }, tempToken)).data).toMatchObject({ next: 'chooseCompany' })
    expect((await app.call(accessToken, { body: { companyId: host } }, tempToken)).code).toBe(0)
    expect((await begin({ ...person, ...{ password: 'Fresh#Pass99' } })).next).toBe('chooseCompany')
  })
  it('says nothing of companies before the second step', async () => {
    await join()
    await app.sql('update users set sms_second_step = true where id = $1', [person.id])
    const { tempToken, next, companies } = await begin()
    expect([next, companies]).toEqual(['sms', undefined])
    const refused = await app.call(accessToken, { body: { companyId: host } }, tempToken)
    expect(refused).toMatchObject({ code: 111, data: { next: 'sms' } })
    expect(JSON.stringify(refused.data)).not.toContain(host)
  })
})

describe('changing the company', () => {
  it('needs no new proof, ends the session he came from, and lasts no longer than that would have', async () => {
    const member = await join()
    const before = await enter(home)
    const endOf = async () =>
      (
        await app.sql(
          `select absolute_expires_at::text as until, ended_at, end_reason from sessions where user_id in ($1, $2)
           order by created_at desc limit 2`,
          [person.id, member],
        )
      ).map(({ until, end_reason }) => ({ until, end_reason }))
    const { data } = await app.call(switchTo, { params: { id: host } }, before)
    expect((await inspect(String(data?.token))).data).toMatchObject({ id: member, company: host })
    expect(await inspect(before)).toMatchObject({ code: 101, msg: '已切换到其他企业' })
    const [now, then] = await endOf()
    expect([now?.end_reason, then?.end_reason, now?.until]).toEqual([null, 'switched', then?.until])
    const back = await app.call(switchTo, { params: { id: home } }, data?.token)
    expect((await inspect(String(back.data?.token))).data).toMatchObject({ id: person.id, company: home })
    expect((await app.call(switchTo, { params: { id: home } }, back.data?.token)).code).toBe(3202)
    const [entered] = await app.sql(
      `select actor_id from audit_log where company_id = $1 and event = 'membership.entered' and ok`,
      [host],
    )
    expect(entered?.actor_id).toBe(member)
  })
  it('leads nowhere he does not belong, is locked, or nobody gets in', async () => {
    const id = await join()
    const token = await enter(home)
    const foreign = await buildCompany(app, `戊${short()}`)
    const locked = `update users set locked_at = case when $2 then now() end where id = $1`
    expect((await app.call(switchTo, { params: { id: foreign } }, token)).code).toBe(3202)
    await app.sql(locked, [id, true])
    expect((await app.call(switchTo, { params: { id: host } }, token)).code).toBe(3202)
    await app.sql(locked, [id, false])
    await app.sql('update companies set status = 0 where id = $1', [host])
    expect((await app.call(switchTo, { params: { id: host } }, token)).code).toBe(3202)
    expect((await inspect(token)).data?.company).toBe(home)
  })
})

describe('a member', () => {
  it('keeps what he signs in with where he signs in', async () => {
    await join()
    const token = await enter(host)
    expect(await app.call(securityContract.state, {}, token)).toMatchObject({
      code: 423,
      msg: '您使用其他企业的账号登录，账号安全请登录账号所属企业后管理',
    })
    const body = { oldPass: person.password, newPass: 'Fresh#Pass99' }
    expect((await app.call(securityContract.changePassword, { body }, token)).code).toBe(423)
    expect((await app.call(accountContract.profile, {}, token)).data).toMatchObject({
      account: person.account,
      phone: '',
    })
    expect((await app.call(securityContract.state, {}, await enter(home))).code).toBe(0)
    expect((await app.call(own, {}, token)).data?.companies).toMatchObject([
      { id: home, current: false, principal: true },
      { id: host, current: true, principal: false },
    ])
  })
  it('is kept by the company’s administrators but for his ways in', async () => {
    const id = await join()
    const params = { id }
    expect((await app.call(usersContract.reset, { params, body: {} }, keeper)).code).toBe(2017)
    const { version = 1 } = (await app.call(usersContract.get, { params }, keeper)).data ?? {}
    const write = { name: '张帮', phone: '', email: '', version }
    const withPhone = { ...write, phone: phone() }
    expect((await app.call(usersContract.update, { params, body: withPhone }, keeper)).code).toBe(2017)
    expect((await app.call(usersContract.update, { params, body: write }, keeper)).code).toBe(0)
    const [token, atHome] = [await enter(host), await enter(home)]
    const lock = { params, body: { reason: '离开', until: null } }
    expect((await confirmed(app, usersContract.lock, lock, keeper)).done.code).toBe(0)
    expect(await inspect(token)).toMatchObject({ code: 101, msg: '账号已被锁定，请联系管理员' })
    expect((await inspect(atHome)).data).toMatchObject({ company: home, name: '张伟' })
    expect((await begin()).next).toBe('none')
  })
  it('is gone when he is removed, may come back, and is there once', async () => {
    const id = await join()
    const token = await enter(host)
    expect((await confirmed(app, usersContract.remove, { params: { id }, body: {} }, keeper)).done.code).toBe(0)
    expect((await inspect(token)).code).toBe(101)
    expect(await join()).not.toBe(id)
    expect((await app.call(usersContract.restore, { params: { id } }, keeper)).code).toBe(2018)
  })
  it('never gets a way in of his own, whoever writes it', async () => {
    const id = await join()
    const broken = app.sql(`update users set password_hash = 'x' where id = $1`, [id])
    await expect(broken).rejects.toThrow('users__signs_in_elsewhere')
  })
  it('of a company whose administrator he is: the platform resets nothing of his', async () => {
    host = await buildTenant(app, `丁${short()}`)
    keeper = await app.signIn(await buildUser(app, { companyId: host, permissions: keeping }))
    const id = await join()
    await app.sql('update companies set admin_id = $2 where id = $1', [host, id])
    expect((await app.call(companiesContract.reset, { params: { id: host } }, await app.signIn())).code).toBe(2017)
  })
})

describe('where he is signed in', () => {
  const { sessions, endSession, endOtherSessions } = accountContract
  const seen = async (token: string) => (await app.call(sessions, {}, token)).data ?? []
  /** Joins, and is signed in nowhere. */
  const joinAfresh = async () => {
    const id = await join()
    await app.sql('update sessions set ended_at = now() where user_id = $1', [person.id])
    return id
  }
  it('is one list over all his companies, from each of them, and of nobody else', async () => {
    await joinAfresh()
    const [inside, outside] = [await enter(host), await enter(home)]
    const nameOf = async (id: string) => (await app.sql('select name from companies where id = $1', [id]))[0]?.name
    const [homeName, hostName] = [await nameOf(home), await nameOf(host)]
    const where = (rows: Awaited<ReturnType<typeof seen>>) => rows.map(({ company, current }) => [company, current])
    expect(where(await seen(outside))).toEqual([
      [homeName, true],
      [hostName, false],
    ])
    expect(where(await seen(inside))).toEqual([
      [homeName, false],
      [hostName, true],
    ])
    expect((await app.call(securityContract.state, {}, outside)).data?.sessions).toBe(2)
    const stranger = await app.signIn(await buildUser(app, { companyId: host }))
    expect(await seen(stranger)).toHaveLength(1)
    const id = (await seen(outside)).find(({ current }) => !current)?.id ?? ''
    expect((await app.call(endSession, { params: { id } }, stranger)).code).toBe(404)
    expect((await inspect(inside)).code).toBe(0)
  })
  it('he ends from any of them, and the log of its company tells it', async () => {
    const member = await joinAfresh()
    const [inside, outside] = [await enter(host), await enter(home)]
    const id = (await seen(outside)).find(({ current }) => !current)?.id ?? ''
    expect((await app.call(endSession, { params: { id } }, outside)).code).toBe(0)
    expect(await inspect(inside)).toMatchObject({ code: 101, msg: '此设备已在其他设备上退出登录' })
    const logs = await app.sql(
      `select company_id, actor_id, actor->'home' as home from audit_log where event = 'ownSession.terminated' and ok
       and company_id in ($1, $2)`,
      [home, host],
    )
    expect(logs).toEqual([{ company_id: host, actor_id: member, home: null }])
  })
  it('he ends all at once but the one he asks with', async () => {
    await joinAfresh()
    const [inside, outside, again] = [await enter(host), await enter(home), await enter(host)]
    expect((await app.call(endOtherSessions, {}, again)).data).toEqual({ ended: 2 })
    expect([(await inspect(inside)).code, (await inspect(outside)).code, (await inspect(again)).code]).toEqual([
      101, 101, 0,
    ])
  })
})

describe('leaving', () => {
  const logged = (companyId: string) =>
    app.sql(
      `select actor_id, entity_name, before, actor::text || coalesce(before::text, '') as words from audit_log
       where company_id = $1 and event = 'membership.ended' and ok and code = 0`,
      [companyId],
    )
  it('shows what he loses, ends it and his sessions there, and stands in both logs, which do not name each other', async () => {
    const id = await join()
    const [role, org] = [randomUUID(), randomUUID()]
    await app.sql(`insert into roles (company_id, id, code, name) values ($1, $2, 'auditor', '审计员')`, [host, role])
    await app.sql(`insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)`, [host, id, role])
    await app.sql(`insert into orgs (company_id, id, name, path) values ($1, $2::uuid, '财务部', '/' || $2 || '/')`, [
      host,
      org,
    ])
    await app.sql(`insert into user_orgs (company_id, user_id, org_id) values ($1, $2, $3)`, [host, id, org])
    const [inside, outside] = [await enter(host), await enter(home)]
    const { impact, done } = await confirmed(app, leave, { params: { id: host } }, outside)
    const name = String((await app.sql('select name from companies where id = $1', [host]))[0]?.name)
    const held = { roles: ['审计员'], organizations: ['财务部'] }
    expect(impact).toEqual({ company: name, ...held, sessions: 1, current: false })
    expect(done.code).toBe(0)
    expect(await inspect(inside)).toMatchObject({ code: 101, msg: '您已退出该企业' })
    expect((await app.call(own, {}, outside)).data?.companies.map((company) => company.id)).toEqual([home])
    expect((await begin()).next).toBe('none')
    expect(await logged(host)).toMatchObject([{ actor_id: id, entity_name: '张伟', before: held }])
    const atHome = await logged(home)
    expect(atHome).toMatchObject([{ actor_id: person.id, entity_name: '张伟' }])
    expect(String(atHome[0]?.words)).not.toContain(name)
    expect((await app.call(usersContract.restore, { params: { id } }, keeper)).code).toBe(2019)
    expect(await join()).not.toBe(id)
  })
  it('may be done from within, and ends the session it is asked with', async () => {
    await join()
    const inside = await enter(host)
    const { impact, done } = await confirmed(app, leave, { params: { id: host } }, inside)
    expect([impact, done.code]).toMatchObject([{ sessions: 1, current: true }, 0])
    expect(await inspect(inside)).toMatchObject({ code: 101, msg: '您已退出该企业' })
    expect([(await logged(host)).length, (await logged(home)).length]).toEqual([1, 0])
  })
  it('is refused for whom the company cannot spare, and for companies he is no member of', async () => {
    const id = await join()
    const token = await enter(home)
    await app.database.transact({ reach: 'platform' }, (db) => makeCompanyAdmin(db, host, id))
    expect(await app.call(leave, { params: { id: host } }, token)).toMatchObject({ code: 3203 })
    const foreign = await buildCompany(app, `己${short()}`)
    for (const none of [home, foreign, randomUUID()])
      expect((await app.call(leave, { params: { id: none } }, token)).code).toBe(404)
    await app.sql('update users set locked_at = now() where id = $1', [id])
    expect((await app.call(leave, { params: { id: host } }, token)).code).toBe(404)
  })
})

describe('mail', () => {
  const asked = (companyId: string) =>
    app.sql(`select template, channel, company_id from messages where company_id = $1 order by created_at`, [companyId])
  const mailTo = async (address: string) => (await app.outbox()).filter(({ to }) => to === address)
  it('tells whoever is invited once, and puts as much into the outbox for nobody', async () => {
    const address = `${short()}@example.com`
    await app.sql('update users set email = $2 where id = $1', [person.id, address])
    const [row] = await app.sql('select phone from users where id = $1', [person.id])
    for (const target of [String(row?.phone), String(row?.phone), 'nobody_at_all']) await invite(target)
    expect(await asked(host)).toMatchObject([{ template: 'membershipAsked', channel: 'mail' }, { channel: 'mail' }])
    await expect
      .poll(() => mailTo(address), { timeout: 5000 })
      .toMatchObject([{ title: '邀请您加入企业', text: expect.stringContaining('张伟 邀请您用现有账号加入') }])
  })
  it.each(['accept', 'decline'] as const)('tells who has invited: %s', async (how) => {
    const inviter = await buildUser(app, { companyId: host, permissions: keeping })
    const address = `${short()}@example.com`
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

describe('what happens to the account at home', () => {
  const isOver = async (token: string) => (await inspect(token)).code === 101
  it('ends his sessions everywhere: lock, deletion, a changed password', async () => {
    await join()
    const first = await enter(host)
    const newPass = 'Fresh#Pass99'
    const body = { oldPass: person.password, newPass }
    expect((await app.call(securityContract.changePassword, { body }, await enter(home))).code).toBe(0)
    expect(await isOver(first)).toBe(true)
    person = { ...person, password: newPass }
    const second = await enter(host)
    const lock = { params: { id: person.id }, body: { reason: '查', until: null } }
    expect((await confirmed(app, usersContract.lock, lock, homeKeeper)).done.code).toBe(0)
    expect(await isOver(second)).toBe(true)
    expect((await app.call(verify, { body: { account: person.account, password: newPass } })).code).toBe(1001)
    await app.call(usersContract.unlock, { params: { id: person.id } }, homeKeeper)
    const third = await enter(host)
    const removal = { params: { id: person.id }, body: {} }
    expect((await confirmed(app, usersContract.remove, removal, homeKeeper)).done.code).toBe(0)
    expect(await isOver(third)).toBe(true)
  })
  it('ends them also when its time is over, which nobody does', async () => {
    await join()
    const token = await enter(host)
    await app.sql(`update users set expire_at = now() where id = $1`, [person.id])
    expect(await isOver(token)).toBe(true)
  })
  it.each(['reset', 'phone'] as const)('opens no other company to whoever changes it for him: %s', async (how) => {
    const id = await join()
    const token = await enter(host)
    const params = { id: person.id }
    const { name, version } = (await app.call(usersContract.get, { params }, homeKeeper)).data ?? {
      name: '',
      version: 0,
    }
    const answer =
      how === 'reset'
        ? await app.call(
            usersContract.reset,
            { params, body: { password: 'Fresh#Pass99', mustChange: false } },
            homeKeeper,
          )
        : await app.call(usersContract.update, { params, body: { name, phone: phone(), version } }, homeKeeper)
    expect(answer.code).toBe(0)
    expect(await isOver(token)).toBe(true)
    const login = { ...person, ...(how === 'reset' && { password: 'Fresh#Pass99' }) }
    expect((await begin(login)).next).toBe('none')
    const held = (await app.call(usersContract.get, { params: { id } }, keeper)).data
    expect(held).toMatchObject({ status: 2, lock: { reason: expect.stringContaining('核实') } })
    const [log] = await app.sql(
      `select actor from audit_log where company_id = $1 and event = 'user.locked' and entity_id = $2`,
      [host, id],
    )
    expect(log?.actor).toMatchObject({ home: { id: home } })
    expect((await app.call(usersContract.unlock, { params: { id } }, keeper)).code).toBe(0)
    expect((await begin(login)).next).toBe('chooseCompany')
  })
})
