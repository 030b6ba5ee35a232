import { documentPreviewsContract } from '@atrium/contract/features/content/documents/document-previews.contract.ts'
import { approvalsContract } from '@atrium/contract/features/content/notices/approvals.contract.ts'
import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { workbenchContract } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildDocument, buildFolder, buildGrant } from '../../../../test/document-factories.ts'
import { buildCompany, buildTenant, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { toDraft } from '../../../../test/notice-stage.ts'
import { createVisitStage } from '../../../../test/visit-stage.ts'
import { newId } from '../../../kernel/ids.ts'
import { createCounting } from './counting.ts'

const { read } = workbenchContract
let app: TestApp
let companyId: string
const readWorkbench = async (token: string) => {
  const { data, code, msg } = await app.call(read, {}, token)
  if (!data) throw new Error(`refused: ${code} ${msg}`)
  return data
}
const workbenchWith = async (permissions: string[], company = companyId) =>
  readWorkbench(await app.signIn(await buildUser(app, { companyId: company, permissions })))
const count = async () =>
  createCounting({ database: app.database, platformCompany: await readPlatformCompany(app) }).count()

const requestAccess = async (company: string, userId: string) => {
  await app.sql(
    `insert into access_requests (company_id, id, user_id, element, trace_id, reason)
      values ($1, $2, $3, 'sysBases:list', 'trace', '查参数')`,
    [company, newId(), userId],
  )
}
const register = (company: string, name: string) =>
  app.sql(
    `insert into registrations (company_id, id, kind, account, name, phone, password_hash, ip)
      values ($1, $2::uuid, 'person', 'reg' || right($2::text, 8), $3, right($2::text, 11), '', '')`,
    [company, newId(), name],
  )
let companies = 0
const newCompany = () => {
  companies += 1
  return buildCompany(app, `工作台公司${companies}`)
}
const days = (many: number) => new Date(Date.now() + many * 86_400_000).toISOString()

beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildTenant(app, '工作台公司')
})

describe('the steps of setting up', () => {
  const readSteps = async (token: string) =>
    (await readWorkbench(token)).start?.map(({ step, done }) => `${step} ${done ? 'done' : 'open'}`)
  it('stay until a company has an organisation and a second user', async () => {
    const own = await newCompany()
    const token = await app.signIn(
      await buildUser(app, { companyId: own, permissions: ['sysOrgs:add', 'sysUsers:add', 'sysUsers:list'] }),
    )
    expect(await readSteps(token)).toEqual(['organization open', 'user open', 'secondStep open'])
    const colleague = await buildUser(app, { companyId: own })
    expect(await readSteps(token)).toEqual(['organization open', 'user done', 'secondStep open'])
    expect(await readSteps(await app.signIn(colleague))).toBeUndefined()
    await app.sql(
      `insert into orgs (company_id, id, name, path) select $1, id, '总部', '/' || id || '/' from gen_random_uuid() id`,
      [own],
    )
    expect(await readSteps(token)).toBeUndefined()
    await app.sql('delete from orgs where company_id = $1', [own])
    await app.sql('update users set deleted_at = now() where id = $1', [colleague.id])
    expect(await readSteps(token)).toEqual(['organization open', 'user open', 'secondStep open'])
  })
  it('of the operator end with a tenant and a second user, and are absent from visits', async () => {
    const fresh = await createTestApp()
    const steps = async () => (await fresh.call(read, {}, await fresh.signIn())).data?.start
    expect(await steps()).toEqual([
      { step: 'company', done: false },
      { step: 'user', done: false },
      { step: 'secondStep', done: false },
    ])
    await buildTenant(fresh, '第一家')
    expect(await steps()).toEqual([
      { step: 'company', done: true },
      { step: 'user', done: false },
      { step: 'secondStep', done: false },
    ])
    await buildUser(fresh, { companyId: await readPlatformCompany(fresh) })
    expect(await steps()).toBeUndefined()
    const stage = await createVisitStage(app)
    expect(await readWorkbench((await stage.enter()).token)).not.toHaveProperty('start')
  })
})

describe('recent documents', () => {
  it('are those that the user opened or that were changed, of those they may see', async () => {
    const company = await newCompany()
    const reader = await buildUser(app, { companyId: company, permissions: ['sysDocs:list'] })
    const token = await app.signIn(reader)
    expect(await readWorkbench(token)).not.toHaveProperty('documents')
    const [open, closed] = [await buildFolder(app, company, '公开'), await buildFolder(app, company, '保密')]
    await buildGrant(app, company, open, 1, { user: reader.id })
    const [changed, old] = [await buildDocument(app, company, open), await buildDocument(app, company, open)]
    const [older, hidden] = [await buildDocument(app, company, open), await buildDocument(app, company, closed)]
    const trashed = await buildDocument(app, company, open)
    await app.sql(`update documents set updated_at = now() - interval '90 days' where id = any($1)`, [[old, older]])
    await app.sql('update documents set trashed_at = now(), trashed_by = created_by where id = $1', [trashed])
    await app.call(documentPreviewsContract.content, { params: { id: older, number: 1 } }, token)
    const { documents = [] } = await readWorkbench(token)
    expect(documents.map(({ id, opened, folderTitle }) => [id, opened, folderTitle])).toEqual([
      [older, true, '公开'],
      [changed, false, '公开'],
    ])
    expect(documents.map(({ id }) => id)).not.toContain(hidden)
    await app.sql('delete from document_grants where user_id = $1', [reader.id])
    expect(await readWorkbench(token)).not.toHaveProperty('documents')
    const elsewhere = await workbenchWith(['sysDocs:list', 'sysDocs:manage'], await newCompany())
    expect(elsewhere).not.toHaveProperty('documents')
  })
  it('do not name the folder of a file that is shared by itself', async () => {
    const company = await newCompany()
    const reader = await buildUser(app, { companyId: company, permissions: ['sysDocs:list'] })
    const file = await buildDocument(app, company, await buildFolder(app, company, '裁员方案'))
    await buildGrant(app, company, file, 1, { user: reader.id })
    const { documents = [] } = await readWorkbench(await app.signIn(reader))
    expect(documents).toMatchObject([{ id: file, folderTitle: '' }])
  })
  it('are the last six', async () => {
    const company = await newCompany()
    const folder = await buildFolder(app, company)
    await buildGrant(app, company, folder, 1)
    const ids = []
    for (let at = 0; at < 8; at += 1) {
      const id = await buildDocument(app, company, folder)
      await app.sql('update documents set updated_at = now() - make_interval(mins => $2) where id = $1', [id, at])
      ids.push(id)
    }
    const { documents = [] } = await workbenchWith(['sysDocs:list'], company)
    expect(documents.map(({ id }) => id)).toEqual(ids.slice(0, 6))
  })
})

describe('cards', () => {
  it('sum up only what the caller may call', async () => {
    const applicant = await buildUser(app, { companyId })
    await requestAccess(companyId, applicant.id)
    await register(companyId, '周慧曦')
    const none = await workbenchWith([])
    expect(Object.keys(none).sort()).toEqual(
      ['administrators', 'companies', 'layout', 'next', 'recent', 'requests'].sort(),
    )
    const decider = await workbenchWith(['sysAccessRequests:list', 'sysAccessRequests:decide'])
    expect(Object.keys(decider).sort()).toEqual(['changes', 'layout', 'todo'])
    expect(decider.todo).toMatchObject({
      counts: [
        { kind: 'access', count: 1 },
        { kind: 'review', count: 0 },
      ],
      rows: [{ kind: 'access', who: '张伟', what: '基础参数 · 查看列表', amount: null, dueTime: null }],
    })
    const { todo } = await workbenchWith(['sysRegistrations:list', 'sysRegistrations:decide'])
    expect(todo?.rows).toMatchObject([{ kind: 'registration', who: '周慧曦' }])
    expect(await workbenchWith(['sysRegistrations:list'])).not.toHaveProperty('todo')
    for (const [permission, card] of [
      ['sysUsers:roles', 'terms'],
      ['sysTenant:view', 'usage'],
      ['sysLogs:login', 'signIns'],
      ['sysUsers:list', 'growth'],
    ] as const)
      expect(await workbenchWith([permission])).toHaveProperty(card)
  })

  it('ask for the approval of notices that others have written', async () => {
    const company = await newCompany()
    const permissions = ['sysNews:list', 'sysNews:add', 'sysNews:edit', 'sysNews:review', 'sysNews:policy']
    const [author, reviewer] = [
      await buildUser(app, { companyId: company, permissions }),
      await buildUser(app, { companyId: company, permissions }),
    ]
    const [token, other] = [await app.signIn(author), await app.signIn(reviewer)]
    await app.call(approvalsContract.updatePolicy, { body: { approval: true, version: 0 } }, token)
    const { data } = await app.call(noticesContract.create, { body: toDraft({ title: '停机' }) }, token)
    const id = data?.id ?? ''
    expect((await readWorkbench(other)).todo?.rows).toEqual([])
    await app.call(approvalsContract.submit, { params: { id }, body: { version: 1 } }, token)
    expect((await readWorkbench(other)).todo).toMatchObject({
      counts: [
        { kind: 'review', count: 0 },
        { kind: 'approval', count: 1 },
      ],
      rows: [{ kind: 'approval', id, who: '张伟', what: '停机', amount: null, dueTime: null }],
    })
    expect((await readWorkbench(token)).todo?.rows).toEqual([])
    expect(await workbenchWith(['sysNews:list'], company)).not.toHaveProperty('todo')
    await app.call(approvalsContract.approve, { params: { id }, body: { version: 2 } }, other)
    expect((await readWorkbench(other)).todo?.rows).toEqual([])
  })

  it('show nothing of other companies, nor of users outside the row scope', async () => {
    const [own, other] = [await newCompany(), await newCompany()]
    const stranger = await buildUser(app, { companyId: other })
    await requestAccess(other, stranger.id)
    await app.sql('update users set expire_at = $2 where id = $1', [stranger.id, days(3)])
    const rights = ['sysAccessRequests:list', 'sysAccessRequests:decide', 'sysUsers:roles', 'sysUsers:edit']
    const wide = await buildUser(app, { companyId: own, permissions: rights })
    expect(await readWorkbench(await app.signIn(wide))).toMatchObject({
      todo: { rows: [] },
      terms: { total: 0, rows: [] },
    })
    const applicant = await buildUser(app, { companyId: own })
    await requestAccess(own, applicant.id)
    await app.sql('update users set expire_at = $2 where id = $1', [applicant.id, days(3)])
    const narrow = await buildUser(app, { companyId: own, permissions: [...rights, 'sysUsers:list', 'sysLogs:login'] })
    await app.sql(`update roles set data_scope = 'self' where id = $1`, [narrow.roleId])
    expect(await readWorkbench(await app.signIn(wide))).toMatchObject({ todo: { rows: [{}] }, terms: { total: 1 } })
    const seen = await readWorkbench(await app.signIn(narrow))
    expect(seen).toMatchObject({ todo: { rows: [] }, terms: { rows: [] } })
    expect(seen).not.toHaveProperty('signIns')
    expect(seen).not.toHaveProperty('growth')
  })

  it('list what expires within thirty days, nearest first, and nothing released', async () => {
    const company = await newCompany()
    const [late, soon, role] = [
      await buildUser(app, { companyId: company }),
      await buildUser(app, { companyId: company }),
      await buildUser(app, { companyId: company }),
    ]
    await app.sql('update users set expire_at = $2 where id = $1', [late.id, days(20)])
    await app.sql('update users set expire_at = $2 where id = $1', [soon.id, days(2)])
    await app.sql('update user_roles set expires_at = $2 where user_id = $1', [role.id, days(5)])
    const rights = ['sysUsers:roles', 'sysUsers:edit']
    const { terms } = await workbenchWith(rights, company)
    expect(terms?.total).toBe(3)
    expect(terms?.rows).toMatchObject([
      { kind: 'account', id: soon.id, roleId: null },
      { kind: 'role', id: role.id, roleId: role.roleId, roleName: role.roleName },
      { kind: 'account', id: late.id },
    ])
    await app.sql(
      `insert into released_terms (company_id, user_id, expires_at) select company_id, id, expire_at from users where id = $1`,
      [soon.id],
    )
    expect((await workbenchWith(rights, company)).terms?.total).toBe(2)
    expect((await workbenchWith(['sysUsers:roles'], company)).terms?.rows).toMatchObject([{ id: role.id }])
  })

  it('show what the caller changed, and what others changed about them', async () => {
    const changer = await buildUser(app, { companyId, permissions: ['sysUsers:list'] })
    const changed = await buildUser(app, { companyId, permissions: ['sysUsers:list'] })
    const inside = await app.signIn(changed)
    const token = await app.signIn(changer)
    const { changes } = await readWorkbench(token)
    expect(changes?.own).toEqual([])
    const insertChange = (seq: number, before: object, after: object) =>
      app.sql(
        `insert into audit_log (company_id, seq, id, time, trace_id, actor, actor_id, ip, agent, event, entity_id,
            entity_name, ok, code, ms, prev, hash, before, after)
          values ($1, $2, $3, now(), 't', $4, $5, '', '', 'user.updated', $6, '张伟', true, 0, 1, '', '', $7, $8)`,
        [
          companyId,
          seq,
          newId(),
          JSON.stringify({ id: changer.id, name: '王芳' }),
          changer.id,
          changed.id,
          JSON.stringify(before),
          JSON.stringify(after),
        ],
      )
    await insertChange(-1, { phone: '13800000001' }, { phone: '13800000002' })
    await insertChange(0, { account: 'zhang', name: '张伟' }, { account: 'zhang', name: '张玮' })
    const row = { event: 'user.updated', entityName: '张伟', who: '王芳' }
    const [named, called] = [
      { ...row, summary: '姓名：张伟 → 张玮' },
      { ...row, summary: '手机号' },
    ]
    expect((await readWorkbench(token)).changes).toMatchObject({ own: [named, called], concerning: [] })
    const others = { ...row, summary: '' }
    expect((await readWorkbench(inside)).changes).toMatchObject({ own: [], concerning: [others, others] })
  })

  it('tell a member without rights what to do next', async () => {
    const company = await buildTenant(app, '新人公司')
    const member = await buildUser(app, { companyId: company })
    const token = await app.signIn(member)
    await requestAccess(company, member.id)
    const secondStepFrom = days(6)
    await app.sql('update tenants set second_step_from = $2 where company_id = $1', [company, secondStepFrom])
    const found = await readWorkbench(token)
    expect(found).toMatchObject({
      next: { missing: ['portrait', 'phone', 'mail'], secondStep: false, secondStepFrom, initialPassword: false },
      requests: [{ element: '基础参数 · 查看列表', state: 'open', decideTime: null }],
      companies: [{ id: company, name: '新人公司', current: true, principal: true }],
      recent: [{ ip: '127.0.0.1' }],
    })
    const admin = await buildUser(app, { companyId: company })
    await app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [admin.roleId])
    expect((await readWorkbench(token)).administrators).toEqual([{ id: admin.id, name: '张伟', mail: '' }])
  })

  it('of a visited company are those of a guest', async () => {
    const stage = await createVisitStage(app)
    const { token } = await stage.enter()
    const found = await readWorkbench(token)
    expect(found).not.toHaveProperty('next')
    expect(found).not.toHaveProperty('changes')
    expect(found).not.toHaveProperty('health')
    expect(found).toHaveProperty('growth')
  })
})

describe('the default layout of a role', () => {
  const layout = { order: ['terms' as const], hidden: ['todo' as const] }
  it('is set with the role', async () => {
    const manager = await buildUser(app, { companyId, permissions: ['sysRoles:list', 'sysRoles:add', 'sysRoles:edit'] })
    await app.sql(`update roles set data_scope = 'all' where id = $1`, [manager.roleId])
    const token = await app.signIn(manager)
    const role = { name: '客服', code: 'service', dataScope: 'self' as const, workbench: layout }
    const { data } = await app.call(rolesContract.create, { body: role }, token)
    const stored = () => app.call(rolesContract.get, { params: { id: data?.id ?? '' } }, token)
    expect((await stored()).data?.workbench).toEqual(layout)
    const body = { name: '客服', code: 'service', version: 1 }
    expect((await app.call(rolesContract.update, { params: { id: data?.id ?? '' }, body }, token)).code).toBe(0)
    expect((await stored()).data?.workbench).toBeNull()
  })
  it('is that of the first role which has one', async () => {
    const user = await buildUser(app, { companyId })
    const token = await app.signIn(user)
    expect((await readWorkbench(token)).layout).toBeNull()
    await app.sql('update roles set workbench = $2 where id = $1', [user.roleId, JSON.stringify(layout)])
    expect((await readWorkbench(token)).layout).toEqual(layout)
    const first = await buildUser(app, { companyId })
    await app.sql(`update roles set workbench = '{"order":[],"hidden":[]}', sort = -1 where id = $1`, [first.roleId])
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      companyId,
      user.id,
      first.roleId,
    ])
    expect((await readWorkbench(token)).layout).toEqual({ order: [], hidden: [] })
    await app.sql('update roles set status = 0 where id = $1', [first.roleId])
    expect((await readWorkbench(token)).layout).toEqual(layout)
  })
})

describe('counting', () => {
  it('may not have happened yet', async () => {
    await app.sql(`update overview_counts set counted_at = '-infinity'`)
    const found = await readWorkbench(await app.signIn())
    expect(found).not.toHaveProperty('health')
    expect(found).toMatchObject({ signIns: {}, growth: {} })
  })

  it('counts each sign-in once, for its company and for all', async () => {
    const company = await newCompany()
    const user = await buildUser(app, { companyId: company, permissions: ['sysLogs:login'] })
    const token = await app.signIn(user)
    const sum = (found: Awaited<ReturnType<typeof readWorkbench>>) =>
      (found.signIns?.days ?? []).flatMap(({ hours }) => hours).reduce((one, other) => one + other, 0)
    await count()
    expect(sum(await readWorkbench(token))).toBe(1)
    const root = await app.signIn()
    await count()
    const before = sum(await readWorkbench(root))
    expect(before).toBeGreaterThan(1)
    await app.signIn(user)
    await Promise.all([count(), count()])
    expect(sum(await readWorkbench(token))).toBe(2)
    expect(sum(await readWorkbench(root))).toBe(before + 1)
  })

  it('counts new users by month', async () => {
    const company = await newCompany()
    const [user, former] = [
      await buildUser(app, { companyId: company, permissions: ['sysUsers:list'] }),
      await buildUser(app, { companyId: company }),
    ]
    await app.sql(`update users set created_at = created_at - interval '62 days' where id = $1`, [former.id])
    await app.sql('delete from growth_months')
    await count()
    const { growth } = await readWorkbench(await app.signIn(user))
    expect(growth).toMatchObject({ all: false, months: [{ newUsers: 1 }, { newUsers: 1, users: 2, newCompanies: 0 }] })
    const all = (await readWorkbench(await app.signIn())).growth
    expect(all?.all).toBe(true)
    expect(all?.months).toHaveLength(12)
    expect(all?.months.at(-1)?.companies).toBe(
      Number((await app.sql('select count(*) from companies where not platform and not members'))[0]?.count),
    )
  })

  it('finds tenants that need attention', async () => {
    const tenant = await buildTenant(app, '出问题的公司')
    const admin = await buildUser(app, { companyId: tenant })
    await buildUser(app, { companyId: tenant })
    await app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [admin.roleId])
    await app.sql(`update companies set created_at = now() - interval '90 days' where id = $1`, [tenant])
    await app.sql('update tenants set most_users = 1, expire_at = $2 where company_id = $1', [tenant, days(1)])
    await app.sql(
      `insert into failed_calls (company_id, id, trace_id, last_trace_id, times, company_name, method, path, code, error,
          message, stack, inputs, ms, version)
        values ($1, $2, 't', 't', 37, '', 'GET', '/', 500, '', '', '', '{}', 1, '')`,
      [tenant, newId()],
    )
    const counted = async () => {
      await count()
      const { health, terms } = await readWorkbench(await app.signIn())
      return { health, terms, faults: health?.rows.filter(({ companyId: id }) => id === tenant) ?? [] }
    }
    const { health, terms, faults } = await counted()
    expect(Object.fromEntries(faults.map(({ kind, amount, limit }) => [kind, [amount, limit]]))).toEqual({
      quota: [2, 1],
      expiring: [null, null],
      idleAdmin: [1, null],
      noSecondStep: [1, null],
      failures: [37, 500],
    })
    expect(health?.affected).toBeGreaterThan(0)
    expect(terms?.rows[0]).toMatchObject({ kind: 'company', id: tenant, name: '出问题的公司' })
    await app.signIn(admin)
    await app.sql('update users set sms_second_step = true, phone = $2 where id = $1', [admin.id, '13900001234'])
    await app.sql('update tenants set most_users = null, expire_at = null where company_id = $1', [tenant])
    await app.sql('delete from failed_calls where company_id = $1', [tenant])
    expect((await counted()).faults).toEqual([])
  })
})
