import { randomBytes } from 'node:crypto'
import { accessRequestsContract } from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createRegistryLookup } from '../../../../test/registry-stage.ts'
import { newId } from '../../../kernel/ids.ts'

const { explain, mine, request, subjects } = explainContract
const { list, roles, approve, reject } = accessRequestsContract
type SignedInUser = Awaited<ReturnType<typeof buildUser>> & { token: string }

const adminRights = [
  'sysExplain:view',
  'sysAccessRequests:list',
  'sysAccessRequests:decide',
  'sysBases:list',
  'sysUsers:list',
]
let app: TestApp
/** Confirms the shown impact. */
const confirmed = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>, token: string) =>
  (await callAndConfirm(app, endpoint, request, token)).done
let companyId: string
let viewer: SignedInUser
let admin: SignedInUser
const signInUser = async (wanted: Parameters<typeof buildUser>[1]): Promise<SignedInUser> => {
  const user = await buildUser(app, wanted)
  return { ...user, token: await app.signIn(user) }
}
const addRole = async (name: string, elements: string[], company = companyId) => {
  const id = newId()
  await app.sql('insert into roles (company_id, id, code, name) values ($1, $2, $3, $4)', [company, id, `r${id}`, name])
  await app.sql('insert into role_elements (company_id, role_id, element) select $1, $2, unnest($3::text[])', [
    company,
    id,
    elements,
  ])
  return id
}
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  companyId = await buildCompany(app, `公司${newId()}`)
  viewer = await signInUser({ companyId, permissions: ['sysUsers:list'] })
  admin = await signInUser({ companyId, permissions: adminRights })
})

/** Makes a read that is denied. Returns its trace id. */
const deniedRead = async ({ token }: SignedInUser = viewer) => {
  const answer = await app.call(baseParametersContract.list, { query: {} }, token)
  expect([answer.status, answer.code]).toEqual([403, 403])
  return answer.traceId
}
const explained = async (query: NonNullable<RequestOf<typeof explain>['query']>, who: SignedInUser = admin) => {
  const { code, data } = await app.call(explain, { query }, who.token)
  expect(code).toBe(0)
  if (!data) throw new Error('no explanation')
  return data
}
const own = async (traceId: string, who: SignedInUser = viewer) =>
  (await app.call(mine, { query: { traceId } }, who.token)).data
const ask = (traceId: string, who: SignedInUser = viewer) =>
  app.call(request, { body: { traceId, reason: '核对参数' } }, who.token)
const requested = async (who: SignedInUser = viewer) => {
  const { data } = await ask(await deniedRead(who), who)
  if (!data) throw new Error('no request')
  return data.id
}
const apiId = (key: string) => createRegistryLookup(app).apiId(key)
const decideRow = async (id: string) => (await app.sql('select * from access_requests where id = $1', [id]))[0]

describe('a denial', () => {
  it('is stored with its steps, also for a read', async () => {
    const traceId = await deniedRead()
    const { denial, person, api, now, elements } = await explained({ traceId })
    expect(denial?.traceId).toBe(traceId)
    expect(denial?.steps.map(({ step, ok }) => [step, ok])).toEqual([
      ['session', true],
      ['company', true],
      ['auth', true],
      ['element', true],
      ['roles', false],
      ['result', false],
    ])
    expect(denial?.steps[3]?.detail).toBe('接口绑定了元素 基础参数 · 查看列表（sysBases:list）')
    expect(denial?.steps[4]?.detail).toBe(`角色“${viewer.roleName}”没有所需的元素`)
    expect([person.account, api?.method, api?.path]).toEqual([viewer.account, 'GET', '/api/sys/bases/v1'])
    expect([now.allowed, elements[0]?.code]).toEqual([false, 'sysBases:list'])
  })
  it('of a write is named after its event', async () => {
    const body = { code: 'a.b', name: '名', kind: 'string', value: '' } as const
    const { traceId } = await app.call(baseParametersContract.create, { body }, viewer.token)
    expect((await explained({ traceId })).api?.name).toBe('新增基础参数')
  })
  it('behind admission is stored too, with the missing element', async () => {
    await addRole('锁定员', ['sysUsers:lock'])
    const body = { action: 'lock' as const, ids: [newId()], params: { reason: '试' } }
    const attempt = () => app.call(userStatusContract.batch, { body }, viewer.token)
    const { status, code, traceId } = await attempt()
    expect([status, code]).toEqual([403, 403])
    const { denial, api, now, advice, elements } = await explained({ traceId })
    expect(denial?.steps.slice(2)).toEqual([
      { step: 'auth', ok: true, detail: '需要绑定的元素' },
      { step: 'element', ok: true, detail: '这项操作还需要元素 用户 · 锁定（sysUsers:lock）' },
      { step: 'roles', ok: false, detail: `角色“${viewer.roleName}”没有所需的元素` },
      { step: 'result', ok: false, detail: '拒绝访问' },
    ])
    expect([api?.name, now.allowed, elements.map((each) => each.code)]).toEqual([
      '批量处理用户',
      false,
      ['sysUsers:lock'],
    ])
    expect(advice).toContain('缺少元素 用户 · 锁定（sysUsers:lock）')
    const audited = await app.sql(`select ok, code from audit_log where trace_id = $1`, [traceId])
    expect(audited).toEqual([{ ok: false, code: 403 }])

    expect(await own(traceId)).toMatchObject({ permissions: ['用户 · 锁定'], allowedNow: false, requestable: true })
    expect((await ask(traceId)).code).toBe(0)
    await app.sql(`insert into role_elements (company_id, role_id, element) values ($1, $2, 'sysUsers:lock')`, [
      companyId,
      viewer.roleId,
    ])
    expect((await explained({ traceId })).now.allowed).toBe(true)
    await app.sql(`delete from role_elements where role_id = $1 and element = 'sysUsers:list'`, [viewer.roleId])
    expect((await explained({ traceId })).elements.map((each) => each.code)).toEqual(['sysUsers:list'])
  })
  it('is found by a prefix of its trace id, within the company alone', async () => {
    const traceId = await deniedRead()
    expect((await explained({ traceId: traceId.slice(0, 8) })).denial?.traceId).toBe(traceId)
    const foreign = await signInUser({ companyId: await buildCompany(app, `别家${newId()}`), permissions: adminRights })
    expect((await app.call(explain, { query: { traceId } }, foreign.token)).code).toBe(2350)
  })
  it('is stored at most twenty times a minute per user', async () => {
    for (let n = 0; n < 23; n += 1) await deniedRead()
    const [{ count } = {}] = await app.sql('select count(*)::int as count from denials where user_id = $1', [viewer.id])
    expect(count).toBe(20)
    await deniedRead(await signInUser({ companyId }))
    await app.sql(`update denials set denied_at = now() - interval '2 minutes' where user_id = $1`, [viewer.id])
    expect(await own(await deniedRead())).toBeDefined()
  })
  it('is hidden after thirty days', async () => {
    const [old, young] = [await deniedRead(), await deniedRead()]
    await app.sql(`update denials set denied_at = now() - interval '31 days' where trace_id = $1`, [old])
    await app.sql(`update denials set denied_at = now() - interval '29 days' where trace_id = $1`, [young])
    expect((await app.call(explain, { query: { traceId: old } }, admin.token)).code).toBe(2350)
    expect((await explained({ traceId: young })).denial).not.toBeNull()
  })
})

describe('an explanation', () => {
  it('names the smallest change, and the roles that would do, fewest rights first', async () => {
    await addRole('参数管理员', ['sysBases:list', 'sysBases:edit', 'sysBases:delete'])
    await addRole('参数查看', ['sysBases:list'])
    const { advice, elements } = await explained({ traceId: await deniedRead() })
    expect(advice).toBe(`角色“${viewer.roleName}”缺少元素 基础参数 · 查看列表（sysBases:list）；另有 3 个角色拥有它`)
    expect(elements[0]?.roles.map(({ name, grantable }) => [name, grantable])).toEqual([
      ['参数查看', true],
      ['参数管理员', false],
      [admin.roleName, true],
    ])
    expect([elements[0]?.roleCount, elements[0]?.risk]).toEqual([3, 'low'])
  })
  it('says when no role holds what is required, and when the user has no role', async () => {
    await app.sql(`delete from role_elements where company_id = $1 and element = 'sysBases:list'`, [companyId])
    await app.sql('delete from user_roles where user_id = $1', [viewer.id])
    const { advice } = await explained({ traceId: await deniedRead() })
    expect(advice).toBe('没有有效的角色，缺少元素 基础参数 · 查看列表（sysBases:list）；目前没有角色拥有它')
  })
  it('shows the current decision beside the stored one', async () => {
    const traceId = await deniedRead()
    await app.sql(`insert into role_elements (company_id, role_id, element) values ($1, $2, 'sysBases:list')`, [
      companyId,
      viewer.roleId,
    ])
    const { denial, now, advice } = await explained({ traceId })
    expect([denial?.steps.at(-1)?.ok, now.allowed, advice]).toEqual([false, true, ''])
    expect(now.steps.at(-2)?.detail).toBe(`角色“${viewer.roleName}”拥有所需的元素`)
    expect((await own(traceId))?.allowedNow).toBe(true)
  })
  it('says that an API is not bound to any element', async () => {
    const id = (await app.sql(`select id from apis where path = '/api/sys/bases/v1' and method = 'GET'`))[0]?.id
    await app.sql('delete from element_apis where api_id = $1', [id])
    try {
      const traceId = await deniedRead()
      const { denial, advice } = await explained({ traceId })
      expect(denial?.steps.find(({ step }) => step === 'element')).toEqual({
        step: 'element',
        ok: false,
        detail: '接口未绑定元素',
      })
      expect(advice).toContain('接口没有绑定元素')
      expect(await own(traceId)).toMatchObject({ permissions: [], requestable: false })
      expect((await ask(traceId)).code).toBe(2351)
    } finally {
      await app.sql(`insert into element_apis (element, api_id) values ('sysBases:list', $1)`, [id])
    }
  })
  it('requires a trace id, or a user and an API', async () => {
    const [userId, apiId] = [newId(), newId()]
    const element = 'sysUsers:list'
    const mixed = [{ userId, apiId, element }, { element }, { traceId: 'abcdef01', element }]
    for (const query of [{}, { userId }, { apiId }, { traceId: 'abcdef01', userId, apiId }, ...mixed])
      expect((await app.call(explain, { query }, admin.token)).code).toBe(400)
    expect((await app.call(explain, { query: { userId, apiId } }, admin.token)).code).toBe(404)
  })
  it('requires the right', async () => {
    expect((await app.call(explain, { query: { traceId: await deniedRead() } }, viewer.token)).status).toBe(403)
  })
})

describe('the question whether a user can call now', () => {
  const asked = async (userId: string, key: string) => explained({ userId, apiId: await apiId(key) })

  it('is answered as admission would', async () => {
    expect((await asked(viewer.id, 'sysUsers.list')).now.allowed).toBe(true)
    expect((await asked(viewer.id, 'sysBases.list')).now.allowed).toBe(false)
    expect((await asked(viewer.id, 'sysConsole.grants')).now.allowed).toBe(true)
    expect((await asked(viewer.id, 'sysUsers.list')).denial).toBeNull()
  })
  it('is answered for an element too', async () => {
    const { api, now, elements } = await explained({ userId: viewer.id, element: 'sysBases:list' })
    expect([api, now.allowed, elements.map(({ code }) => code)]).toEqual([null, false, ['sysBases:list']])
    expect(now.steps.map(({ step, ok }) => [step, ok])).toEqual([
      ['session', true],
      ['company', true],
      ['element', true],
      ['roles', false],
      ['result', false],
    ])
    const held = await explained({ userId: viewer.id, element: 'sysUsers:list' })
    expect([held.now.allowed, held.advice]).toEqual([true, ''])
    expect(held.now.steps[3]?.detail).toBe(`角色“${viewer.roleName}”拥有所需的元素`)
    const unknown = { userId: viewer.id, element: 'sysUsers:fly' }
    expect((await app.call(explain, { query: unknown }, admin.token)).code).toBe(404)
  })
  it('finds APIs and elements by name, address or code', async () => {
    const found = async (search: string) => (await app.call(subjects, { query: { search } }, admin.token)).data ?? []
    expect((await found('bases/{id}/history')).map(({ kind, code }) => [kind, code])).toEqual([
      ['api', 'GET /api/sys/bases/{id}/history/v1'],
    ])
    const [edit] = await found('sysBases:edit')
    expect(edit).toMatchObject({ kind: 'element', id: 'sysBases:edit', name: '基础参数 · 编辑' })
    const byName = await found('基础参数')
    expect([...new Set(byName.map(({ kind }) => kind))]).toEqual(['api', 'element'])
    expect(await found('100%_')).toEqual([])
    expect((await app.call(subjects, { query: { search: '' } }, viewer.token)).status).toBe(403)
  })
  it('takes locks and expired assignments into account', async () => {
    await app.sql(`update users set locked_at = now(), locked_by = '{}' where id = $1`, [viewer.id])
    const { now, advice } = await asked(viewer.id, 'sysUsers.list')
    expect([now.allowed, now.steps[0]?.detail, advice]).toEqual([false, '账号已锁定', '账号已锁定，恢复后才能访问'])
    await app.sql('update users set locked_at = null where id = $1', [viewer.id])
    await app.sql(`update user_roles set expires_at = now() - interval '1 second' where user_id = $1`, [viewer.id])
    expect((await asked(viewer.id, 'sysUsers.list')).now.steps.at(-2)?.detail).toBe('没有有效的角色')
  })
  it('is not answered for users of another company', async () => {
    const stranger = await buildUser(app, { companyId: await buildCompany(app, `别家${newId()}`) })
    const query = { userId: stranger.id, apiId: await apiId('sysUsers.list') }
    expect((await app.call(explain, { query }, admin.token)).code).toBe(404)
  })
})

describe('a denied user', () => {
  it('learns the names of missing permissions, and nothing of roles', async () => {
    await addRole('机密角色', ['sysBases:list'])
    const found = await own(await deniedRead())
    expect(found).toMatchObject({
      what: '基础参数 · 查看列表',
      permissions: ['基础参数 · 查看列表'],
      allowedNow: false,
      requestable: true,
      request: null,
    })
    expect(JSON.stringify(found)).not.toMatch(/角色|sysBases/)
  })
  it('learns nothing of another user’s denial', async () => {
    const traceId = await deniedRead()
    const other = await signInUser({ companyId })
    expect((await app.call(mine, { query: { traceId } }, other.token)).code).toBe(2350)
    expect((await ask(traceId, other)).code).toBe(2350)
    expect((await ask(randomBytes(16).toString('hex'))).code).toBe(2350)
  })
  it('requests each permission once, also with parallel requests', async () => {
    const traceId = await deniedRead()
    const codes = (await Promise.all([ask(traceId), ask(traceId), ask(traceId)])).map(({ code }) => code)
    expect(codes.sort()).toEqual([0, 2353, 2353])
    expect((await ask(await deniedRead())).code).toBe(2353)
    expect((await own(traceId))?.request).toMatchObject({ state: 'open' })
    expect((await explained({ traceId })).requestId).not.toBeNull()
  })
  it('cannot request what they hold meanwhile', async () => {
    const traceId = await deniedRead()
    await app.sql(`insert into role_elements (company_id, role_id, element) values ($1, $2, 'sysBases:list')`, [
      companyId,
      viewer.roleId,
    ])
    expect((await ask(traceId)).code).toBe(2352)
  })
})

describe('a page that cannot be opened', () => {
  const open = (path: string, who: SignedInUser = viewer) =>
    app.call(explainContract.page, { query: { path } }, who.token)
  const stateOf = async (path: string, who: SignedInUser = viewer) => (await open(path, who)).data?.state
  const addMenus = (role: string, ...codes: string[]) =>
    app.sql(
      'insert into role_menus (company_id, role_id, menu_id) select $1, $2, id from menus where code = any($3::text[])',
      [companyId, role, codes],
    )

  it('is a denial, whether the menu or the element is missing', async () => {
    const { status, code, traceId } = await open('/web/sys/bases')
    expect([status, code]).toEqual([403, 403])
    expect(await own(traceId)).toMatchObject({
      what: '这个页面',
      page: true,
      permissions: ['基础参数 · 查看列表'],
      allowedNow: false,
      requestable: true,
    })
    const { denial, page, api, now, advice } = await explained({ traceId })
    expect([page, api, now.allowed]).toEqual([{ name: '基础参数', path: '/web/sys/bases' }, null, false])
    expect(denial?.steps.map(({ step, ok }) => [step, ok])).toEqual([
      ['session', true],
      ['company', true],
      ['element', true],
      ['roles', false],
      ['menu', false],
      ['result', false],
    ])
    expect(advice).toBe(
      '打开页面“基础参数”需要它的菜单和元素 基础参数 · 查看列表（sysBases:list）；目前没有角色两者都有',
    )
    // Has the right to the list but no menu.
    const users = await open('/web/sys/users')
    expect((await own(users.traceId))?.allowedNow).toBe(false)
  })
  it('is opened by a role that holds menu and element, and by no other', async () => {
    const half = await addRole('只有元素', ['sysBases:list'])
    const whole = await addRole('两者都有', ['sysBases:list'])
    await addMenus(whole, 'sys', 'sys.bases')
    // The grantor must hold it too.
    const [{ role_id: adminRoleId } = {}] = await app.sql('select role_id from user_roles where user_id = $1', [
      admin.id,
    ])
    await addMenus(String(adminRoleId), 'sys', 'sys.bases')
    const { traceId } = await open('/web/sys/bases')
    const id = (await ask(traceId)).data?.id ?? ''
    const row = (await app.call(list, { query: {} }, admin.token)).data?.[0]
    expect([row?.id, row?.page?.name]).toEqual([id, '基础参数'])
    const offered = (await app.call(roles, { params: { id } }, admin.token)).data?.roles
    expect(offered?.map(({ name }) => name)).toEqual(['两者都有', admin.roleName])
    const approve1 = (roleId: string) =>
      confirmed(approve, { params: { id }, body: { roleId, expireTime: null, version: 1 } }, admin.token)
    expect((await approve1(half)).code).toBe(2355)
    expect((await approve1(whole)).code).toBe(0)
    expect(await stateOf('/web/sys/bases')).toBe('open')
    expect((await own(traceId))?.allowedNow).toBe(true)
  })
  it('is unknown if it does not exist or the company’s plan does not hold it', async () => {
    expect(await stateOf('/web/sys/nowhere')).toBe('unknown')
    expect(await stateOf('/web/sys')).toBe('unknown')
    const tenant = await buildTenant(app, `租户${newId()}`)
    const customer = await signInUser({ companyId: tenant, permissions: [] })
    expect(await stateOf('/web/sys/tenancy/plans', customer)).toBe('unknown')
    expect((await open('/web/sys/users', customer)).code).toBe(403)
    expect((await open('/web/../etc')).code).toBe(400)
  })
})

describe('own requests', () => {
  const ownRequests = async (query: object = {}, who: SignedInUser = viewer) =>
    app.call(explainContract.ownRequests, { query }, who.token)

  it('are listed with their decision and who decided', async () => {
    const id = await requested()
    expect(
      (await app.call(reject, { params: { id }, body: { reason: '请走审批', version: 1 } }, admin.token)).code,
    ).toBe(0)
    const again = await requested()
    const page = await ownRequests()
    expect([page.total, page.data?.map((row) => row.id)]).toEqual([2, [again, id]])
    expect(page.data?.[1]).toMatchObject({
      element: { name: '基础参数 · 查看列表' },
      reason: '核对参数',
      state: 'rejected',
      decideReason: '请走审批',
      decideBy: { id: admin.id },
      role: null,
    })
    expect((await ownRequests({ 'f.state': 'open', search: '基础参数' })).data?.map((row) => row.id)).toEqual([again])
    expect((await ownRequests({ search: '无此权限' })).total).toBe(0)
  })
  it('are visible to the applicant alone', async () => {
    await requested()
    expect((await ownRequests({}, admin)).total).toBe(0)
  })
})

describe('a request', () => {
  const approved = (id: string, roleId: string, version = 1, expireTime: string | null = null) =>
    confirmed(approve, { params: { id }, body: { roleId, expireTime, version } }, admin.token)

  it('reaches the deciders, with the roles that hold what is requested', async () => {
    await addRole('参数管理员', ['sysBases:list', 'sysBases:edit'])
    const reader = await addRole('参数查看', ['sysBases:list'])
    const id = await requested()
    const page = await app.call(list, { query: { 'f.state': 'open' } }, admin.token)
    expect(page.total).toBe(1)
    expect(page.data?.[0]).toMatchObject({
      id,
      user: { id: viewer.id, account: viewer.account },
      element: { code: 'sysBases:list', name: '基础参数 · 查看列表', risk: 'low' },
      reason: '核对参数',
      state: 'open',
      role: null,
    })
    const offered = (await app.call(roles, { params: { id } }, admin.token)).data
    expect(offered?.roles.map(({ name, grantable }) => [name, grantable])).toEqual([
      ['参数查看', true],
      ['参数管理员', false],
      [admin.roleName, true],
    ])
    expect(offered?.roles[0]?.id).toBe(reader)
    const found = await app.call(list, { query: { search: viewer.account } }, admin.token)
    expect([found.total, (await app.call(list, { query: { search: '无此人' } }, admin.token)).total]).toEqual([1, 0])
  })
  it('is approved with a role, which takes effect in the same session', async () => {
    const role = await addRole('参数查看', ['sysBases:list'])
    const id = await requested()
    expect((await approved(id, role)).code).toBe(0)
    expect((await app.call(baseParametersContract.list, { query: {} }, viewer.token)).code).toBe(0)
    const row = await decideRow(id)
    expect(row).toMatchObject({ state: 'approved', role: { id: role, name: '参数查看' }, version: 2 })
    expect((await approved(id, role, 2)).code).toBe(2354)
    const assignment = await app.sql('select reason, expires_at from user_roles where user_id = $1 and role_id = $2', [
      viewer.id,
      role,
    ])
    expect(assignment).toEqual([{ reason: '核对参数', expires_at: null }])
    const [logged] = await app.sql(
      `select after from audit_log where event = 'accessRequest.approved' and entity_id = $1`,
      [id],
    )
    expect(logged?.after).toMatchObject({ state: 'approved', roles: ['参数查看'] })
    const auditRows = await app.sql(
      `select ok, entity_name, after from audit_log where event = 'user.rolesChanged' and entity_id = $1`,
      [viewer.id],
    )
    expect(auditRows).toMatchObject([{ ok: true, entity_name: '张伟' }])
    expect(auditRows[0]?.after).toMatchObject({
      roles: expect.arrayContaining([expect.objectContaining({ name: '参数查看', reason: '核对参数' })]),
    })
  })
  it('shows first what the role grants', async () => {
    const role = await addRole('参数查看', ['sysBases:list'])
    const id = await requested()
    const body = { roleId: role, expireTime: null, version: 1 }
    const { first } = await callAndConfirm(app, approve, { params: { id }, body }, admin.token)
    expect(first).toMatchObject({ code: 111, data: { impact: { gained: [{}], lost: [] } } })
  })
  it('can be granted with an expiry', async () => {
    const role = await addRole('参数查看', ['sysBases:list'])
    const id = await requested()
    const past = await approved(id, role, 1, '2020-01-01T00:00:00Z')
    expect([past.code, past.errors]).toEqual([2015, [{ field: 'expireTime', msg: '请选择将来的时间' }]])
    expect((await approved(id, role, 1, '2199-01-01T00:00:00Z')).code).toBe(0)
    const [assignment] = await app.sql('select expires_at from user_roles where user_id = $1 and role_id = $2', [
      viewer.id,
      role,
    ])
    expect(assignment?.expires_at).not.toBeNull()
  })
  it('is on no user’s timeline unless granted', async () => {
    const strong = await addRole('参数主管', ['sysBases:list', 'sysBases:secret'])
    expect((await approved(await requested(), strong)).code).not.toBe(0)
    expect(
      await app.sql(`select 1 from audit_log where event = 'user.rolesChanged' and entity_id = $1`, [viewer.id]),
    ).toEqual([])
  })
  it('cannot be granted beyond the decider’s rights, with a role that does not help, or to oneself', async () => {
    const strong = await addRole('参数管理员', ['sysBases:list', 'sysBases:edit'])
    const other = await addRole('登录日志', ['sysExplain:view'])
    const reader = await addRole('参数查看', ['sysBases:list'])
    const id = await requested()
    expect(await approved(id, strong)).toMatchObject({ code: 2005, errors: [{ field: 'roleId' }] })
    expect(await approved(id, other)).toMatchObject({ code: 2355, errors: [{ field: 'roleId' }] })
    expect((await approved(id, newId())).code).toBe(2355)
    expect(await decideRow(id)).toMatchObject({ state: 'open', version: 1 })
    const body = { code: 'a.b', name: '名', kind: 'string', value: '' } as const
    const { traceId } = await app.call(baseParametersContract.create, { body }, admin.token)
    const ownRequestId = (await ask(traceId, admin)).data?.id ?? ''
    await addRole('参数新增', ['sysBases:add'])
    const adder = await addRole('参数新增二', ['sysBases:add'])
    expect((await approved(ownRequestId, adder)).code).toBe(2004)
    expect((await approved(id, reader, 9)).code).toBe(409)
  })
  it('of a user with more rights requires a decider with as many', async () => {
    const strong = await signInUser({ companyId, permissions: ['sysMenus:edit'] })
    const reader = await addRole('参数查看', ['sysBases:list'])
    expect((await approved(await requested(strong), reader)).code).toBe(2005)
  })
  it('is rejected with a reason visible to the applicant, and can be made again', async () => {
    const traceId = await deniedRead()
    const id = (await ask(traceId)).data?.id ?? ''
    const rejected = (version: number) =>
      app.call(reject, { params: { id }, body: { reason: '请走工单', version } }, admin.token)
    expect((await rejected(1)).code).toBe(0)
    expect((await rejected(2)).code).toBe(2354)
    expect((await own(traceId))?.request).toMatchObject({ state: 'rejected', decideReason: '请走工单' })
    expect((await app.call(baseParametersContract.list, { query: {} }, viewer.token)).code).toBe(403)
    expect((await own(await deniedRead()))?.request).toMatchObject({ state: 'rejected', decideReason: '请走工单' })
    expect((await ask(traceId)).code).toBe(0)
    expect((await own(traceId))?.request).toMatchObject({ state: 'open' })
  })
  it('that was approved is left out once the role is revoked', async () => {
    const role = await addRole('参数查看', ['sysBases:list'])
    const traceId = await deniedRead()
    await approved((await ask(traceId)).data?.id ?? '', role)
    expect((await own(traceId))?.request).toMatchObject({ state: 'approved' })
    await app.sql('delete from user_roles where role_id = $1', [role])
    await expect
      .poll(async () => (await app.call(baseParametersContract.list, { query: {} }, viewer.token)).code, {
        timeout: 5000,
      })
      .toBe(403)
    expect((await own(await deniedRead()))?.request).toBeNull()
  })
  it('of a deleted user is kept in the recycle bin with them', async () => {
    const id = await requested()
    await app.sql(`update users set deleted_at = now(), deleted_by = '{}' where id = $1`, [viewer.id])
    expect((await app.call(list, { query: {} }, admin.token)).total).toBe(0)
    expect((await app.call(roles, { params: { id } }, admin.token)).code).toBe(404)
  })
  it('of another company is not found', async () => {
    const id = await requested()
    const foreign = await signInUser({ companyId: await buildCompany(app, `别家${newId()}`), permissions: adminRights })
    expect((await app.call(list, { query: {} }, foreign.token)).total).toBe(0)
    const body = { reason: '否', version: 1 }
    expect((await app.call(reject, { params: { id }, body }, foreign.token)).code).toBe(404)
  })
})

describe('a record', () => {
  const org = async (parent = '') => {
    const id = newId()
    const path = `${parent || '/'}${id}/`
    await app.sql(`insert into orgs (company_id, id, parent_id, name, path) values ($1, $2, $3, '部门' || $4, $4)`, [
      companyId,
      id,
      parent === '' ? null : parent.split('/').at(-2),
      path,
    ])
    return { id, path }
  }
  const join = (user: { id: string }, { id }: { id: string }) =>
    app.sql('insert into user_orgs values ($1, $2, $3)', [companyId, user.id, id])
  const shows = (roleId: string, scope: string, rules: object[] = []) =>
    app.sql('update roles set data_scope = $2, rules = $3 where id = $1', [roleId, scope, JSON.stringify(rules)])
  const recordStep = async (resourceId: string, key = 'sysUsers.list', who = admin) => {
    const answer = await explained({ userId: viewer.id, apiId: await apiId(key), resourceId }, who)
    const step = answer.now.steps.find((each) => each.step === 'scope')
    return { ...answer, step, last: answer.now.steps.at(-1) }
  }

  it('has its own step: the role that shows it, or what hides it in each role', async () => {
    const head = await org()
    const below = await org(head.path)
    const [near, far] = [await buildUser(app, { companyId }), await buildUser(app, { companyId })]
    await join(viewer, head)
    await join(near, below)
    const name = viewer.roleName
    await shows(viewer.roleId, 'orgSub')
    expect(await recordStep(near.id)).toMatchObject({
      now: { allowed: true },
      step: { ok: true, detail: `角色“${name}”（本组织及下级）让他看到这条记录` },
      last: { step: 'result', ok: true },
    })
    expect(await recordStep(far.id)).toMatchObject({
      now: { allowed: false },
      step: { ok: false, detail: `角色“${name}”（本组织及下级）的数据范围不包含它` },
      last: { step: 'result', ok: false },
      advice: '可以调用，但看不到这条记录：需要调整他角色的数据范围或数据规则',
      elements: [],
    })
    await shows(viewer.roleId, 'org')
    expect((await recordStep(near.id)).step?.detail).toBe(`角色“${name}”（本组织）的数据范围不包含它`)
    const rule = (value: string) => ({
      resource: 'users',
      match: 'and',
      conditions: [{ field: 'account', op: 'eq', value }],
    })
    await shows(viewer.roleId, 'company', [rule(near.account), rule(far.account)])
    expect((await recordStep(near.id)).step).toMatchObject({
      ok: false,
      detail: `角色“${name}”（本公司）的第 2 条数据规则排除了它`,
    })
    expect((await recordStep(viewer.id)).step).toMatchObject({ ok: true, detail: '这条记录是他本人的，总能看到' })
    const wide = await addRole('看全部', [])
    await shows(wide, 'all')
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      companyId,
      viewer.id,
      wide,
    ])
    expect((await recordStep(near.id)).step?.detail).toBe('角色“看全部”（全部数据）让他看到这条记录')
  })
  it('agrees with the list the user reads', async () => {
    const head = await org()
    const people = await Promise.all(Array.from({ length: 4 }, () => buildUser(app, { companyId })))
    for (const user of people.slice(0, 2)) await join(user, head)
    await join(viewer, head)
    for (const scope of ['all', 'company', 'orgSub', 'org', 'self']) {
      await shows(viewer.roleId, scope)
      const token = await app.signIn(viewer)
      const { data } = await app.call(usersContract.list, { query: { size: 50 } }, token)
      const visibleIds = new Set(data?.map(({ id }) => id))
      for (const { id } of [...people, viewer]) expect((await recordStep(id)).step?.ok).toBe(visibleIds.has(id))
    }
  })
  it('can be a session, of no other kind, and is evaluated beside a denied call', async () => {
    await shows(viewer.roleId, 'self')
    const other = await buildUser(app, { companyId })
    await app.signIn(other)
    const [session] = await app.sql('select id from sessions where user_id = $1', [other.id])
    expect((await recordStep(String(session?.id), 'sysOnline.list')).step).toMatchObject({ ok: false })
    expect((await recordStep(newId(), 'sysBases.list')).step?.detail).toBe('这项操作的记录不能按编号判断数据范围')
    const refused = await recordStep(other.id, 'sysUsers.lock')
    expect([refused.now.allowed, refused.step?.ok, refused.elements[0]?.code]).toEqual([false, false, 'sysUsers:lock'])
  })
  it('of another company, or not visible to the requester, is not found', async () => {
    const foreign = await buildUser(app, { companyId: await buildCompany(app, `别家${newId()}`) })
    const unseen = await buildUser(app, { companyId })
    const outcomeOf = async (id: string, who = admin) => {
      const { step, last: _, ...answer } = await recordStep(id, 'sysUsers.list', who)
      expect(step).toMatchObject({ ok: false, detail: '没有这条记录，或者您看不到它' })
      return JSON.stringify(answer)
    }
    expect(await outcomeOf(foreign.id)).toBe(await outcomeOf(newId()))
    const shared = await org()
    for (const user of [admin, viewer]) await join(user, shared)
    await shows(admin.roleId, 'org')
    const narrow = { ...admin, token: await app.signIn(admin) }
    expect(await outcomeOf(unseen.id, narrow)).toBe(await outcomeOf(newId(), narrow))
    const query = { userId: unseen.id, apiId: await apiId('sysUsers.list') }
    expect((await app.call(explain, { query }, narrow.token)).code).toBe(404)
  })
  it('is asked about a user, never about a denial', async () => {
    const query = { traceId: await deniedRead(), resourceId: newId() }
    expect((await app.call(explain, { query }, admin.token)).code).toBe(400)
  })
})
