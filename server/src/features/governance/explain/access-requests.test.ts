import { randomBytes } from 'node:crypto'
import { accessRequestsContract } from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import {
  addRole,
  admin,
  adminRights,
  app,
  ask,
  companyId,
  confirmed,
  decideRow,
  deniedRead,
  explained,
  own,
  requested,
  type SignedInUser,
  setUpExplanations,
  signInUser,
  viewer,
} from '../../../../test/explain-stage.ts'
import { buildCompany } from '../../../../test/factories.ts'
import { newId } from '../../../kernel/ids.ts'

setUpExplanations()

const { mine } = explainContract
const { list, roles, approve, reject } = accessRequestsContract

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
