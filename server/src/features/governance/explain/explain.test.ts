import { accessRequestsContract } from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { userBatchContract } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { describe, expect, it } from 'vitest'
import {
  addRole,
  admin,
  adminRights,
  apiId,
  app,
  ask,
  companyId,
  confirmed,
  deniedRead,
  explained,
  own,
  type SignedInUser,
  setUpExplanations,
  signInUser,
  viewer,
} from '../../../../test/explain-stage.ts'
import { buildCompany, buildTenant, buildUser } from '../../../../test/factories.ts'
import { newId } from '../../../kernel/ids.ts'

setUpExplanations()

const { explain, subjects } = explainContract
const { list, roles, approve } = accessRequestsContract

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
    expect(denial?.steps[3]?.detail).toBe('接口绑定了权限点 基础参数 · 查看列表（sysBases:list）')
    expect(denial?.steps[4]?.detail).toBe(`角色“${viewer.roleName}”没有所需的权限点`)
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
    const attempt = () => app.call(userBatchContract.batch, { body }, viewer.token)
    const { status, code, traceId } = await attempt()
    expect([status, code]).toEqual([403, 403])
    const { denial, api, now, advice, elements } = await explained({ traceId })
    expect(denial?.steps.slice(2)).toEqual([
      { step: 'auth', ok: true, detail: '需要绑定的权限点' },
      { step: 'element', ok: true, detail: '该操作还需要权限点 用户 · 锁定（sysUsers:lock）' },
      { step: 'roles', ok: false, detail: `角色“${viewer.roleName}”没有所需的权限点` },
      { step: 'result', ok: false, detail: '拒绝访问' },
    ])
    expect([api?.name, now.allowed, elements.map((each) => each.code)]).toEqual([
      '批量处理用户',
      false,
      ['sysUsers:lock'],
    ])
    expect(advice).toContain('缺少权限点 用户 · 锁定（sysUsers:lock）')
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
    expect(advice).toBe(
      `角色“${viewer.roleName}”缺少权限点 基础参数 · 查看列表（sysBases:list）；另有 3 个角色拥有该权限点`,
    )
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
    expect(advice).toBe('没有有效的角色，缺少权限点 基础参数 · 查看列表（sysBases:list）；目前没有角色拥有该权限点')
  })
  it('shows the current decision beside the stored one', async () => {
    const traceId = await deniedRead()
    await app.sql(`insert into role_elements (company_id, role_id, element) values ($1, $2, 'sysBases:list')`, [
      companyId,
      viewer.roleId,
    ])
    const { denial, now, advice } = await explained({ traceId })
    expect([denial?.steps.at(-1)?.ok, now.allowed, advice]).toEqual([false, true, ''])
    expect(now.steps.at(-2)?.detail).toBe(`角色“${viewer.roleName}”拥有所需的权限点`)
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
        detail: '接口未绑定权限点',
      })
      expect(advice).toContain('接口未绑定权限点')
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
    expect(held.now.steps[3]?.detail).toBe(`角色“${viewer.roleName}”拥有所需的权限点`)
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

describe('a page that cannot be opened', () => {
  const open = (path: string, who: SignedInUser = viewer) =>
    app.call(explainContract.page, { query: { path } }, who.token)
  const openState = async (path: string, who: SignedInUser = viewer) => (await open(path, who)).data?.state
  const addMenus = (role: string, ...codes: string[]) =>
    app.sql(
      'insert into role_menus (company_id, role_id, menu_id) select $1, $2, id from menus where code = any($3::text[])',
      [companyId, role, codes],
    )

  it('is a denial, whether the menu or the element is missing', async () => {
    const { status, code, traceId } = await open('/web/sys/bases')
    expect([status, code]).toEqual([403, 403])
    expect(await own(traceId)).toMatchObject({
      what: '该页面',
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
      '打开页面“基础参数”需要该菜单和权限点 基础参数 · 查看列表（sysBases:list）；目前没有角色同时拥有两者',
    )
    // Has the right to the list but no menu.
    const users = await open('/web/sys/users')
    expect((await own(users.traceId))?.allowedNow).toBe(false)
    // The page of a row is granted with its list.
    const { code: ofRow, traceId: trace } = await open(`/web/sys/users/${admin.id}`)
    expect([ofRow, (await explained({ traceId: trace })).page?.path]).toEqual([403, '/web/sys/users'])
    expect(await openState(`/web/sys/posts/${admin.id}`)).toBe('unknown')
  })
  it('is opened by a role that holds menu and element, and by no other', async () => {
    const half = await addRole('只有权限点', ['sysBases:list'])
    const whole = await addRole('两者都有', ['sysBases:list'])
    await addMenus(whole, 'settings', 'sys.bases')
    // The grantor must hold it too.
    const [{ role_id: adminRoleId } = {}] = await app.sql('select role_id from user_roles where user_id = $1', [
      admin.id,
    ])
    await addMenus(String(adminRoleId), 'settings', 'sys.bases')
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
    expect(await openState('/web/sys/bases')).toBe('open')
    expect((await own(traceId))?.allowedNow).toBe(true)
  })
  it('is unknown if it does not exist, and said to be beyond a plan that does not hold it', async () => {
    expect(await openState('/web/sys/nowhere')).toBe('unknown')
    expect(await openState('/web/sys')).toBe('unknown')
    const tenant = await buildTenant(app, `租户${newId()}`)
    const customer = await signInUser({ companyId: tenant, permissions: [] })
    expect(await openState('/web/sys/tenancy/plans', customer)).toBe('beyondPlan')
    expect((await open('/web/sys/users', customer)).code).toBe(403)
    expect((await open('/web/../etc')).code).toBe(400)
  })
})
