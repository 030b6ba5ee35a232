import { randomUUID } from 'node:crypto'
import { menusContract } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { switchingContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildTenant, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { dataAs, unchecked } from '../../../../test/loosely-typed.ts'
import { createVisitStage, type VisitStage, visitorPermissions } from '../../../../test/visit-stage.ts'

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
})

const { elements, refresh, logout } = sessionContract
const short = () => randomUUID().slice(0, 8)
const addUser = (token: string, headers = {}) =>
  app.call(usersContract.create, { body: { account: `n_${short()}`, name: '新' } }, token, headers)
/** Longer than the cache TTL of a node. */
const waitForCacheTtl = () => new Promise((done) => setTimeout(done, 1100))
const lastAudit = async (companyId: string, event: string) =>
  (
    await app.sql(
      'select actor, ok, code, entity_name, before, after from audit_log where company_id = $1 and event = $2 order by seq desc limit 1',
      [companyId, event],
    )
  )[0]

describe('switching', () => {
  it('opens a session of its own and leaves the home session unchanged', async () => {
    const { host, hostName, visitor, home, enter, whoAmI } = stage
    const visit = await enter({ mode: 'view', minutes: 45 })
    expect(visit.token).not.toBe(home.token)
    const inside = (await whoAmI(visit.token)).data
    const ownCompany = { company: await readPlatformCompany(app), view: '平台运营' }
    expect(inside).toMatchObject({
      id: visitor.id,
      company: host,
      view: hostName,
      grant: 1,
      platform: false,
      orgId: '',
      home: ownCompany,
      act: { by: '张伟', reason: '协助配置', mode: 'view' },
    })
    const minutes = (Date.parse(String(inside?.act?.until)) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(44)
    expect(minutes).toBeLessThanOrEqual(45)
    expect((await whoAmI(home.token)).data).toMatchObject({ ...ownCompany, grant: 0, act: null, platform: true })
  })

  it('never stores its tokens and issues new ones each time', async () => {
    const { host, visitRequest, home } = stage
    const request = { params: { id: host }, body: visitRequest() }
    const key = { [Header.idempotencyKey]: randomUUID() }
    const [one, two] = [
      await app.call(switchingContract.switch, request, home.token, key),
      await app.call(switchingContract.switch, request, home.token, key),
    ]
    expect(one.data?.token).not.toBe(two.data?.token)
    const kept = await app.sql('select key from idempotency_keys where key = $1', [key[Header.idempotencyKey]])
    expect(kept).toEqual([])
  })

  it("requires the permission and the platform's own company", async () => {
    const { host, switchTo, check } = stage
    const plain = await app.signIn(
      await buildUser(app, { companyId: await readPlatformCompany(app), permissions: ['sysCompanys:list'] }),
    )
    expect((await switchTo({}, plain)).status).toBe(403)
    expect((await check(plain)).status).toBe(403)
    const other = await buildCompany(app, `别${short()}`)
    const stranger = await app.signIn(await buildUser(app, { companyId: other, permissions: visitorPermissions }))
    expect((await switchTo({}, stranger)).code).toBe(3008)
    expect((await switchTo({}, stranger, host)).code).toBe(3008)
  })

  it("answers alike for a random id, the platform's company and the members' company", async () => {
    const { switchTo, check, home } = stage
    const [members] = await app.sql(
      `insert into companies (id, name, members) values ($1, $2, true) on conflict (members) where members do update set name = excluded.name returning id`,
      [randomUUID(), `会员${short()}`],
    )
    const ids = [randomUUID(), await readPlatformCompany(app), String(members?.id)]
    for (const id of ids) {
      const orgs = await app.call(switchingContract.switchOrgs, { params: { id }, query: {} }, home.token)
      const answers = [await switchTo({}, home.token, id), await check(home.token, id), orgs]
      expect(answers.map(({ code, msg, data }) => [code, msg, data])).toEqual(
        answers.map(() => [404, '数据不存在或已被删除', undefined]),
      )
    }
  })

  it('rejects organisations of other companies and ignores grant, company and expiry in the body', async () => {
    const { switchTo, whoAmI, host, home } = stage
    const other = await createVisitStage(app)
    const foreign = await other.org('别家')
    expect(await switchTo({ orgId: foreign })).toMatchObject({ code: 3151, errors: [{ field: 'orgId' }] })
    expect(await switchTo({ orgId: randomUUID() })).toMatchObject({ code: 3151, errors: [{ field: 'orgId' }] })
    const said = { grant: 1, companyId: other.host, actCompanyId: other.host, until: '2099-01-01T00:00:00Z' }
    const { data } = await switchTo(said as object)
    expect((await whoAmI(data?.token ?? '')).data).toMatchObject({ company: host, grant: 1 })
    await app.call(refresh, { body: unchecked({ token: '', refreshToken: home.refreshToken, grant: 1 }) }, home.token)
    expect((await whoAmI((await app.tokens(stage.visitor)).token)).data).toMatchObject({ grant: 0 })
  })

  it.each([{ reason: '' }, { minutes: 241 }, { minutes: 1 }, { mode: unchecked('own') }])(
    'refuses %o',
    async (changes) => {
      expect((await stage.switchTo(changes)).code).toBe(400)
    },
  )

  it('replaces the current visit instead of nesting', async () => {
    const { enter, whoAmI, host, home } = stage
    const next = await buildTenant(app, `下一家${short()}`)
    const first = await enter()
    const second = await enter({}, first.token, next)
    expect(await whoAmI(first.token)).toMatchObject({ code: 101, msg: '已切换到其他公司' })
    expect((await whoAmI(second.token)).data).toMatchObject({ company: next, home: { view: '平台运营' } })
    const [row] = await app.sql(
      `select parent.parent_id as above, parent.act_company_id as acting from sessions visit
       join sessions parent on parent.id = visit.parent_id where visit.act_company_id = $1`,
      [next],
    )
    expect(row).toEqual({ above: null, acting: null })
    expect(await lastAudit(host, 'visit.ended')).toMatchObject({ actor: { name: '张伟', home: { name: '平台运营' } } })
    expect((await whoAmI(home.token)).code).toBe(0)
  })
})

describe('during a visit', () => {
  it('the rights are those held both at home and in the company', async () => {
    const { enter } = stage
    const inside = async (token: string) =>
      Object.entries((await app.call(elements, {}, token)).data ?? {}).flatMap(([module, all]) =>
        all.map((each) => `${module}:${each}`),
      )
    const { token } = await enter()
    expect((await inside(token)).sort()).toEqual([
      'sysLogs:oper',
      'sysLogs:verify',
      'sysUsers:add',
      'sysUsers:edit',
      'sysUsers:list',
    ])
    const rootVisit = await enter({}, root)
    const adminElements = await inside(stage.adminToken)
    expect((await inside(rootVisit.token)).sort()).toEqual(adminElements.sort())
    const grants = (await app.call(sessionContract.grants, {}, rootVisit.token)).data
    const adminGrants = (await app.call(sessionContract.grants, {}, stage.adminToken)).data
    expect(grants?.menus).toEqual(adminGrants?.menus)
    expect((await app.call(userStatusContract.remove, { params: { id: stage.admin.id } }, token)).status).toBe(403)
  })

  it("the rows are those of the company, without the visitor's own", async () => {
    const { enter, admin, visitor } = stage
    const { token } = await enter({}, root)
    const { data } = await app.call(usersContract.list, { query: { size: 100 } }, token)
    const ids = data?.map(({ id }) => id) ?? []
    expect(ids).toContain(admin.id)
    expect(ids).not.toContain(visitor.id)
  })

  it('an organisation limits the rows to its users and those of its descendants', async () => {
    const { org, enter, host, whoAmI } = stage
    const above = await org('总部')
    const below = await org('分部', above)
    const [inside, outside] = [await buildUser(app, { companyId: host }), await buildUser(app, { companyId: host })]
    await app.sql('insert into user_orgs (company_id, user_id, org_id) values ($1, $2, $3)', [host, inside.id, below])
    const { token } = await enter({ orgId: above }, root)
    const { data } = await app.call(usersContract.list, { query: { size: 100 } }, token)
    expect(data?.map(({ id }) => id)).toEqual([inside.id])
    expect((await app.call(usersContract.get, { params: { id: outside.id } }, token)).code).toBe(404)
    expect((await whoAmI(token)).data).toMatchObject({ orgId: above, orgName: '总部' })
    await app.sql('delete from user_orgs where company_id = $1', [host])
    await app.sql('delete from orgs where company_id = $1', [host])
    await waitForCacheTtl()
    expect((await whoAmI(token)).code).toBe(101)
  })

  it('view mode refuses writes', async () => {
    const { enter } = stage
    const { token } = await enter({ mode: 'view' })
    expect((await app.call(usersContract.list, { query: {} }, token)).code).toBe(0)
    expect(await addUser(token)).toMatchObject({ code: 423, msg: '正在以查看模式访问该公司，不能修改' })
  })

  it('endpoints of the platform and of the own account are refused', async () => {
    const { enter, host } = stage
    const { token } = await enter({}, root)
    const closed = [
      await app.call(companiesContract.get, { params: { id: host } }, token),
      await app.call(accountContract.profile, {}, token),
      await app.call(accountContract.sessions, {}, token),
      await app.call(securityContract.state, {}, token),
    ]
    expect(closed.map(({ code }) => code)).toEqual([423, 423, 423, 423])
    expect((await app.call(menusContract.list, { query: {} }, token)).status).toBe(403)
    expect((await app.call(companiesContract.list, { query: {} }, token)).code).toBe(0)
  })

  it('granting is limited to rights held in both companies', async () => {
    const { enter, host } = stage
    const rights = [...visitorPermissions, 'sysRoles:add', 'sysRoles:grants', 'sysRoles:list']
    const visitor = await buildUser(app, { companyId: await readPlatformCompany(app), permissions: rights })
    const { token } = await enter({}, await app.signIn(visitor))
    const { data } = await app.call(rolesContract.create, { body: { name: `角${short()}` } }, token)
    const elementIds = async (...codes: string[]) =>
      (await app.sql('select id from elements where code = any($1)', [codes])).map(({ id }) => String(id))
    const grantElements = async (...codes: string[]) => {
      const [role] = await app.sql('select version from roles where id = $1', [data?.id])
      const body = { ids: await elementIds(...codes), version: Number(role?.version) }
      const request = { params: { id: data?.id ?? '' }, body }
      const first = await app.call(roleGrantsContract.updateElements, request, token)
      if (first.code !== 111) return first.code
      const { confirmToken } = dataAs<{ confirmToken: string }>(first)
      return (await app.call(roleGrantsContract.updateElements, request, token, { [Header.confirm]: confirmToken }))
        .code
    }
    expect(await grantElements('sysUsers:list')).toBe(0)
    expect(await grantElements('sysUsers:delete')).toBe(2005)
    expect(await grantElements('sysCompanys:switch')).toBe(2066)
    const grantedElements = await app.sql('select element from role_elements where company_id = $1 and role_id = $2', [
      host,
      data?.id,
    ])
    expect(grantedElements).toEqual([{ element: 'sysUsers:list' }])
  })

  it('both companies log the visitor, with intact hash chains', async () => {
    const { enter, host, adminToken, visitor, hostName } = stage
    const platform = await readPlatformCompany(app)
    const { token } = await enter()
    const actor = { id: visitor.id, name: '张伟', home: { id: platform, name: '平台运营' } }
    expect(await lastAudit(host, 'visit.started')).toMatchObject({ actor, ok: true, entity_name: hostName })
    expect(await lastAudit(platform, 'visit.started')).toMatchObject({
      actor: { id: visitor.id, name: '张伟' },
      ok: true,
      entity_name: hostName,
      after: { visitMode: 'manage', reason: '协助配置', minutes: 30 },
    })
    const { data } = await addUser(token)
    expect(await lastAudit(host, 'user.created')).toMatchObject({ actor, ok: true })
    const [made] = await app.sql('select company_id, created_by from users where id = $1', [data?.id])
    expect(made).toEqual({ company_id: host, created_by: { id: visitor.id, name: '张伟（平台运营）' } })
    const log = await app.call(operationLogsContract.operations, { query: { 'f.event': 'user.created' } }, adminToken)
    expect(log.data?.[0]?.actor).toEqual({ id: visitor.id, name: '张伟', guestOf: '平台运营' })
    await stage.quit(token)
    const timeline = await app.call(
      operationLogsContract.timeline,
      { params: { entity: 'company', id: host }, query: {} },
      root,
    )
    expect(timeline.data?.map(({ action }) => action)).toEqual(['visit.ended', 'visit.started'])
    expect(await lastAudit(host, 'visit.ended')).toMatchObject({ actor, ok: true })
    expect(await lastAudit(platform, 'visit.ended')).toMatchObject({ entity_name: hostName })
    for (const reader of [adminToken, root]) {
      const { data: chain } = await app.call(operationLogsContract.verifyChain, { query: {} }, reader)
      expect(chain?.broken).toBeUndefined()
    }
  })

  it('an observed rule lets the visitor through at home but not in the visited company', async () => {
    const { enter, admin, visitor, home } = stage
    const { token } = await enter()
    const get = (id: string, by: string) => app.call(usersContract.get, { params: { id } }, by)
    await app.sql(
      `with tried as (update apis set mode = 'observe', observed_since = now() where key = 'sysUsers.get' returning id)
       insert into observed_elements (api_id, element) select id, 'sysUsers:list' from tried`,
    )
    await waitForCacheTtl()
    expect((await get(visitor.id, home.token)).code).toBe(0)
    expect((await get(admin.id, token)).status).toBe(403)
    await app.sql(`update apis set mode = 'enforce', observed_since = null where key = 'sysUsers.get'`)
    await app.sql('delete from observed_elements')
  })

  it("a denial is stored in the visitor's home company", async () => {
    const { enter, visitor } = stage
    const { token } = await enter()
    const { traceId } = await app.call(userStatusContract.remove, { params: { id: randomUUID() } }, token)
    const kept = await app.sql('select company_id, user_id from denials where trace_id = $1', [traceId])
    expect(kept).toEqual([{ company_id: await readPlatformCompany(app), user_id: visitor.id }])
  })

  it('the administrators are notified by mail', async () => {
    const { enter, admin } = stage
    await enter({ reason: '排查问题' })
    await expect
      .poll(async () => (await app.outbox()).filter(({ to }) => to === `${admin.account}@example.com`), {
        timeout: 5000,
      })
      .toMatchObject([{ channel: 'mail', text: expect.stringContaining('排查问题') }])
  })
})

describe('the company the caller expects', () => {
  it('must be the one the caller acts in', async () => {
    const { enter, host, home } = stage
    const { token } = await enter()
    const wrong = await addUser(token, { [Header.expectCompany]: await readPlatformCompany(app) })
    expect(wrong).toMatchObject({ code: 412, msg: '当前页面所在的公司已切换，请刷新页面后重试' })
    const before = await app.sql('select count(*) as n from users where company_id = $1', [host])
    expect((await addUser(home.token, { [Header.expectCompany]: host })).code).toBe(412)
    expect(await app.sql('select count(*) as n from users where company_id = $1', [host])).toEqual(before)
    expect((await addUser(token, { [Header.expectCompany]: host })).code).toBe(0)
  })
  it('is part of the idempotency key', async () => {
    const { token } = await stage.enter({}, root)
    const body = { name: `角${short()}` }
    const key = { [Header.idempotencyKey]: randomUUID() }
    expect((await app.call(rolesContract.create, { body }, token, key)).code).toBe(0)
    expect((await app.call(rolesContract.create, { body }, root, key)).code).toBe(409)
  })
})

describe('a visit ends', () => {
  it('when it is quit; the home session stays', async () => {
    const { enter, quit, whoAmI, home } = stage
    const { token, refreshToken } = await enter()
    expect((await quit(token)).code).toBe(0)
    expect(await whoAmI(token)).toMatchObject({ code: 101, msg: '已退出对该公司的访问' })
    expect((await app.call(refresh, { body: { token, refreshToken } })).code).toBe(101)
    expect((await whoAmI(home.token)).data).toMatchObject({ grant: 0 })
    expect(await quit(home.token)).toMatchObject({ code: 3150, msg: '当前未访问其他公司' })
  })

  it('at its expiry', async () => {
    const { enter, whoAmI, host } = stage
    const { token, refreshToken } = await enter()
    await app.sql(
      `update sessions set act_until = now(), absolute_expires_at = now(), idle_expires_at = now() where act_company_id = $1`,
      [host],
    )
    await waitForCacheTtl()
    expect(await whoAmI(token)).toMatchObject({ code: 101, msg: '访问该公司的时限已到' })
    const cookie = { token, refreshToken }
    expect(await app.call(refresh, { body: cookie })).toMatchObject({ code: 101, msg: '访问该公司的时限已到' })
  })

  it('with the session that started it, however that ends', async () => {
    const { enter, home, whoAmI, visitor } = stage
    const { token } = await enter()
    await app.call(logout, { body: {} }, home.token)
    expect((await whoAmI(token)).code).toBe(101)
    const again = await app.tokens(visitor)
    const other = await enter({}, again.token)
    await app.call(logout, { body: {} }, other.token)
    expect((await whoAmI(again.token)).code).toBe(101)
    const third = await enter({}, (await app.tokens(visitor)).token)
    await app.sql(`update users set status = 2 where id = $1`, [visitor.id])
    await waitForCacheTtl()
    expect((await whoAmI(third.token)).code).toBe(101)
  })

  it.each([
    ['locked', companiesContract.lock, '公司已停用'],
    ['suspended', tenantsContract.suspend, '公司服务已暂停，请联系平台'],
  ] as const)('when the company is %s, which counts it in the impact', async (_, endpoint, msg) => {
    const { enter, host, whoAmI, home } = stage
    const { token } = await enter()
    const request = { params: { id: host }, body: { reason: '欠费' } }
    const shown = await app.call(endpoint, request, root)
    const { impact, confirmToken } = dataAs<{ impact: { sessions: number }; confirmToken: string }>(shown)
    expect(impact.sessions).toBe(2)
    expect((await app.call(endpoint, request, root, { [Header.confirm]: confirmToken })).code).toBe(0)
    expect(await whoAmI(token)).toMatchObject({ code: 101, msg })
    expect(await stage.switchTo()).toMatchObject({ code: 3155, msg })
    expect((await stage.check()).data).toMatchObject({ allowed: false, problem: msg })
    expect((await whoAmI(home.token)).code).toBe(0)
  })

  it('when the visitor loses the permission', async () => {
    const { enter, visitor, whoAmI, home } = stage
    const { token } = await enter()
    await app.sql(`delete from role_elements where role_id = $1 and element = 'sysCompanys:switch'`, [visitor.roleId])
    await waitForCacheTtl()
    expect(await whoAmI(token)).toMatchObject({ code: 101, msg: '您访问其他公司的权限已被收回' })
    expect((await whoAmI(home.token)).code).toBe(0)
  })

  it('when the company denies visits', async () => {
    const { enter, policy, whoAmI, switchTo, check } = stage
    const { token } = await enter()
    await policy('denied')
    await waitForCacheTtl()
    expect(await whoAmI(token)).toMatchObject({ code: 101, msg: '该公司已不允许平台访问' })
    expect(await switchTo()).toMatchObject({ code: 3004, msg: '该公司未授权平台访问' })
    expect((await check()).data).toMatchObject({ allowed: false, policy: 'denied', problem: '该公司未授权平台访问' })
  })

  it("and loses rights that the company's plan loses", async () => {
    const { enter, host } = stage
    const { token } = await enter()
    expect((await app.call(usersContract.list, { query: {} }, token)).code).toBe(0)
    const plan = randomUUID()
    await app.sql(`insert into plans (id, code, name) values ($1, $2, $2)`, [plan, `p-${short()}`])
    await app.sql('update tenants set plan_id = $2, version = version + 1 where company_id = $1', [host, plan])
    await waitForCacheTtl()
    expect((await app.call(usersContract.list, { query: {} }, token)).status).toBe(403)
  })

  it('independently of other visits in other tabs', async () => {
    const { enter, quit, whoAmI, host } = stage
    const other = await buildTenant(app, `另一家${short()}`)
    const [here, there] = [await enter(), await enter({}, stage.home.token, other)]
    expect((await whoAmI(here.token)).data).toMatchObject({ company: host })
    await quit(there.token)
    expect((await whoAmI(here.token)).data).toMatchObject({ company: host })
  })

  it('no later than its home session, which stays awake while the visit is active', async () => {
    const { enter, host, visitor } = stage
    await app.sql(
      `update sessions set absolute_expires_at = now() + interval '2 hours', idle_expires_at = now() + interval '1 minute'
       where user_id = $1`,
      [visitor.id],
    )
    const { token, refreshToken } = await enter({ minutes: 240 })
    const [{ ends } = {}] = await app.sql(
      `select absolute_expires_at < now() + interval '121 minutes' as ends from sessions where act_company_id = $1`,
      [host],
    )
    expect(ends).toBe(true)
    await app.call(refresh, { body: { token, refreshToken } })
    const [{ awake } = {}] = await app.sql(
      `select idle_expires_at > now() + interval '1 hour' as awake from sessions where user_id = $1 and parent_id is null`,
      [visitor.id],
    )
    expect(awake).toBe(true)
  })

  it('at the same time after a refresh, which keeps its company', async () => {
    const { enter, whoAmI, host } = stage
    const { token, refreshToken } = await enter()
    const { data } = await app.call(refresh, { body: { token, refreshToken } })
    expect((await whoAmI(data?.token ?? '')).data).toMatchObject({ company: host, grant: 1 })
    const [{ until } = {}] = await app.sql(
      'select absolute_expires_at <= act_until as until from sessions where act_company_id = $1',
      [host],
    )
    expect(until).toBe(true)
  })
})

describe('the company list for switching', () => {
  it('shows and filters recent visits', async () => {
    const { enter, host, home } = stage
    const rows = async (query = {}) => (await app.call(companiesContract.list, { query }, home.token)).data ?? []
    expect((await rows({ search: stage.hostName })).find(({ id }) => id === host)).toMatchObject({
      companyId: host,
      type: 'company',
      onlyId: `c:${host}`,
      leaf: true,
      recent: null,
    })
    const { token } = await enter()
    const visited = await rows({ 'f.recent': '1' })
    expect(visited.map(({ id }) => id)).toEqual([host])
    expect(Date.parse(String(visited[0]?.recent))).toBeGreaterThan(Date.now() - 60_000)
    expect((await app.call(companiesContract.list, { query: { 'f.recent': '1' } }, token)).data).toHaveLength(1)
    expect((await stage.check()).data).toMatchObject({
      allowed: true,
      modes: ['view', 'manage'],
      lastReasons: ['协助配置'],
    })
  })
  it('lists organisations one level at a time', async () => {
    const { org, host, home } = stage
    const above = await org('总部')
    const below = await org('分部', above)
    const orgs = async (parent?: string) =>
      (
        await app.call(
          switchingContract.switchOrgs,
          { params: { id: host }, query: parent ? { parent } : {} },
          home.token,
        )
      ).data
    const row = { companyId: host, type: 'org' }
    expect(await orgs()).toEqual([{ ...row, id: above, orgId: above, onlyId: `o:${above}`, name: '总部', leaf: false }])
    expect(await orgs(above)).toEqual([
      { ...row, id: below, orgId: below, onlyId: `o:${below}`, name: '分部', leaf: true },
    ])
    expect(await orgs(below)).toEqual([])
    // Long levels are paged.
    await org('子公司部')
    const paged = (page: number) =>
      app.call(switchingContract.switchOrgs, { params: { id: host }, query: { page, size: 1 } }, home.token)
    const [first, second] = [await paged(1), await paged(2)]
    expect([first.total, second.total]).toEqual([2, 2])
    expect([first, second].flatMap(({ data }) => data?.map(({ name }) => name))).toEqual(['子公司部', '总部'])
  })
  it('is available in the organisation list to users who may switch there', async () => {
    const { home, org, host, enter } = await createVisitStage(app, [...visitorPermissions, 'sysOrgs:list'])
    const above = await org('总部')
    const below = await org('分部', above)
    const url = `${organizationsContract.list.path}?company=${host}&lazy=1&parent=`
    const read = async (path: string, token = home.token) =>
      (await app.server.inject({ method: 'GET', url: path, headers: { token } })).json()
    const row = { companyId: host, type: 'org' }
    expect(await read(url)).toMatchObject({
      code: 0,
      total: 1,
      data: [{ ...row, id: above, orgId: above, onlyId: `o:${above}`, name: '总部', leaf: false }],
    })
    expect(Object.keys((await read(url)).data[0]).sort()).toEqual(
      ['companyId', 'id', 'leaf', 'name', 'onlyId', 'orgId', 'type'].sort(),
    )
    expect((await read(url + above)).data).toEqual([
      { ...row, id: below, orgId: below, onlyId: `o:${below}`, name: '分部', leaf: true },
    ])
    // Also during a visit elsewhere, with the rights at home.
    const other = await createVisitStage(app)
    const { token } = await enter({}, home.token, other.host)
    expect((await read(url, token)).data).toHaveLength(1)
  })
  it('answers other callers as for an unknown company', async () => {
    const open = await createVisitStage(app, [...visitorPermissions, 'sysOrgs:list'])
    await open.org('总部')
    const weak = await createVisitStage(app, ['sysOrgs:list'])
    const neighbour = await buildUser(app, {
      companyId: weak.host,
      permissions: ['sysOrgs:list', 'sysCompanys:switch'],
    })
    const listOrganizations = async (token: string, company: string) => {
      const url = `${organizationsContract.list.path}?company=${company}`
      const { traceId: _, ...answer } = (await app.server.inject({ method: 'GET', url, headers: { token } })).json()
      return JSON.stringify(answer)
    }
    const random = await listOrganizations(open.home.token, randomUUID())
    expect(JSON.parse(random)).toMatchObject({ code: 0, data: [], total: 0 })
    expect(await listOrganizations(weak.home.token, open.host)).toBe(random)
    for (const token of [await app.signIn(neighbour), weak.adminToken])
      for (const id of [open.host, await readPlatformCompany(app)])
        expect(await listOrganizations(token, id)).toBe(random)
    expect(await listOrganizations(open.home.token, open.host)).not.toBe(random)
    await open.policy('denied')
    expect(await listOrganizations(open.home.token, open.host)).toBe(random)
  })
  it('is limited to sixty requests a minute per user', async () => {
    const { home } = stage
    const codes: number[] = []
    for (let at = 0; at < 61; at += 1)
      codes.push((await app.call(companiesContract.list, { query: { size: 1 } }, home.token)).code)
    expect(codes.filter((code) => code === 0)).toHaveLength(60)
    expect(codes.at(-1)).toBe(429)
  })
})
