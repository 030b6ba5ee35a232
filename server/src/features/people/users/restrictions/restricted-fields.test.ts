import { elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import type { UserField } from '@atrium/contract/features/access/registry/user-fields.ts'
import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import type { FieldEffect } from '@atrium/contract/kernel/restrictions.ts'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../../test/call-and-confirm.ts'
import { buildCompany, buildTenant, buildUser } from '../../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import { readWorkbook } from '../../../../../test/read-workbook.ts'

const { list, get, create, update, exportUsers } = usersContract
const rights = ['list', 'get', 'add', 'edit', 'export'].map((operation) => `sysUsers:${operation}`)
let app: TestApp
let admin: string
let moduleId: string
let companyId: string
let restrictedUser: Awaited<ReturnType<typeof buildUser>>
let person: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn()
  moduleId = String((await app.sql(`select id from modules where code = 'sysUsers'`))[0]?.id)
  companyId = await buildCompany(app, '保密公司')
  restrictedUser = await buildUser(app, { companyId, permissions: [...rights, 'sysLogs:oper', 'sysLogs:export'] })
  const body = { account: 'kept1', name: '保密人', phone: '13987650321', email: 'kept@example.cn', remark: '常客' }
  const { data, msg } = await app.call(create, { body: { ...body, ...personal } }, await app.signIn(restrictedUser))
  if (!data) throw new Error(msg)
  person = data.id
})
const personal = { sex: 0, expireTime: null } as const
let count = 0
/** Request body of an element that restricts a field of users. */
const elementBody = (name: UserField, effect: FieldEffect) => {
  const field = { resource: 'users', name, effect } as const
  return { moduleId, name: `字段${count}`, kind: 'field', risk: 'low', sort: 1, desc: '', field } as const
}
const addRestriction = async (name: UserField, effect: FieldEffect) => {
  count += 1
  const operation = `field${count}`
  const body = { ...elementBody(name, effect), operation }
  const { done, impact } = await callAndConfirm(app, elementsContract.create, { body }, admin)
  return { ...done, impact, id: done.data?.id ?? '', element: `sysUsers:${operation}` }
}
const grantElement = (element: string, { roleId }: { roleId: string } = restrictedUser, company = companyId) =>
  app.sql('insert into role_elements (company_id, role_id, element) values ($1, $2, $3)', [company, roleId, element])
afterEach(async () => {
  const ids = await app.sql(`select id from elements where kind = 'field'`)
  for (const { id } of ids) await callAndConfirm(app, elementsContract.remove, { params: { id: String(id) } }, admin)
})
const readUser = async () => (await app.call(get, { params: { id: person } }, await app.signIn(restrictedUser))).data
const listedUser = async () =>
  (await app.call(list, { query: { search: '保密人' } }, await app.signIn(restrictedUser))).data?.[0]
const storedFields = async () => (await app.sql('select phone, email, remark from users where id = $1', [person]))[0]
type Change = Partial<{ name: string; phone: string; email: string; remark: string; idCard: string }>
const updateUser = async (change: Change) => {
  const [{ version } = {}] = await app.sql('select version from users where id = $1', [person])
  const body = { name: '保密人', phone: '', email: '', remark: '', ...personal, ...change, version: Number(version) }
  return app.call(update, { params: { id: person }, body }, await app.signIn(restrictedUser))
}
const unmasked = { phone: '13987650321', email: 'kept@example.cn', remark: '常客' }

describe('a hidden field', () => {
  it('is blank for users without its element and unchanged for others', async () => {
    const { element } = await addRestriction('phone', 'hide')
    expect([(await readUser())?.phone, (await listedUser())?.phone]).toEqual(['', ''])
    expect((await readUser())?.email).toBe(unmasked.email)
    await grantElement(element)
    expect([(await readUser())?.phone, (await listedUser())?.phone]).toEqual([unmasked.phone, '139****0321'])
  })
  it('keeps its value when a form without it is saved, and rejects new values', async () => {
    await addRestriction('phone', 'hide')
    expect((await updateUser({ ...unmasked, phone: '', name: '保密人' })).code).toBe(0)
    expect(await storedFields()).toEqual(unmasked)
    expect(await updateUser({ ...unmasked, phone: '13900000001' })).toMatchObject({
      code: 418,
      msg: '您无权修改手机号',
      errors: [{ field: 'phone' }],
    })
    const body = { account: 'kept2', name: '新人', phone: '13900000002', email: '', remark: '', ...personal }
    expect((await app.call(create, { body }, await app.signIn(restrictedUser))).code).toBe(418)
  })
  it('is excluded from search and export', async () => {
    await addRestriction('phone', 'hide')
    const token = await app.signIn(restrictedUser)
    expect(await app.call(list, { query: { search: unmasked.phone } }, token)).toMatchObject({
      code: 420,
      errors: [{ field: 'search' }],
    })
    const { body } = await app.server.inject({
      method: 'POST',
      url: exportUsers.path,
      headers: { token },
      payload: { search: '' },
    })
    expect([body.includes('保密人'), body.includes('手机号'), body.includes('139****')]).toEqual([true, false, false])
  })
  it('has no column in a workbook, asked for or not', async () => {
    await addRestriction('phone', 'hide')
    const token = await app.signIn(restrictedUser)
    const exported = async (columns?: ('name' | 'phone')[]) => {
      const { raw, ...answer } = await app.call(exportUsers, { body: { format: 'xlsx', columns } }, token)
      return answer.code === 0 ? readWorkbook(raw) : answer
    }
    const { 用户: rows = [] } = (await exported()) as Awaited<ReturnType<typeof readWorkbook>>
    expect(rows.length).toBeGreaterThan(1)
    expect([rows[0]?.includes('姓名'), JSON.stringify(rows).includes('138')]).toEqual([true, false])
    expect(rows[0]).not.toContain('手机号')
    expect(await exported(['phone', 'name'])).toMatchObject({ 用户: expect.arrayContaining([['姓名'], ['保密人']]) })
    expect(await exported(['phone'])).toMatchObject({ code: 400, errors: [{ field: 'columns' }] })
  })
  it('is removed from log entries and blocks the complete audit export', async () => {
    await updateUser({ ...unmasked, remark: '贵客' })
    await updateUser(unmasked)
    await addRestriction('remark', 'hide')
    const token = await app.signIn(restrictedUser)
    const { data = [] } = await app.call(
      operationLogsContract.timeline,
      { params: { entity: 'user', id: person }, query: {} },
      token,
    )
    expect(data.length).toBeGreaterThan(2)
    expect(JSON.stringify(data)).not.toMatch(/remark|贵客|常客/)
    const csv = await app.server.inject({
      method: 'POST',
      url: operationLogsContract.exportOperations.path,
      headers: { token },
      payload: {},
    })
    expect(csv.body).toContain('保密人')
    expect(csv.body).not.toMatch(/贵客|常客/)
    expect((await app.call(operationLogsContract.exportProof, { body: {} }, token)).code).toBe(419)
  })
})

describe('a masked field', () => {
  it('is returned masked and keeps its value when sent back masked', async () => {
    for (const name of ['phone', 'email', 'remark'] as const) await addRestriction(name, 'mask')
    expect(await readUser()).toMatchObject({ phone: '139****0321', email: 'k***@example.cn', remark: '常***' })
    expect((await updateUser({ phone: '', email: '', remark: '常***' })).code).toBe(0)
    expect(await storedFields()).toEqual(unmasked)
    expect((await updateUser({ phone: '', email: '', remark: '新客' })).code).toBe(418)
  })
})

describe('a read-only field', () => {
  it('is returned unmasked and cannot be changed without the element', async () => {
    const { element } = await addRestriction('remark', 'readonly')
    expect((await readUser())?.remark).toBe(unmasked.remark)
    expect((await updateUser({ ...unmasked, name: '保密人' })).code).toBe(0)
    expect(await updateUser({ ...unmasked, remark: '' })).toMatchObject({ code: 418, errors: [{ field: 'remark' }] })
    await grantElement(element)
    expect((await updateUser({ ...unmasked, remark: '新客' })).code).toBe(0)
    await updateUser(unmasked)
  })
})

describe('several restrictions', () => {
  it('on one field are lifted one by one, strictest first', async () => {
    const [hide, mask] = [await addRestriction('phone', 'hide'), await addRestriction('phone', 'mask')]
    expect((await readUser())?.phone).toBe('')
    await grantElement(hide.element)
    expect((await readUser())?.phone).toBe('139****0321')
    await grantElement(mask.element)
    expect((await readUser())?.phone).toBe(unmasked.phone)
  })
  it('with the same effect on one field are rejected', async () => {
    await addRestriction('phone', 'hide')
    expect(await addRestriction('phone', 'hide')).toMatchObject({ code: 2222, errors: [{ field: 'field' }] })
  })
  it('require a field and effect', async () => {
    const body = { moduleId, operation: 'bare', name: '字段', kind: 'field', risk: 'low', sort: 1, desc: '' } as const
    const wrong = { resource: 'users', name: 'passwordHash', effect: 'hide' } as const
    for (const field of [undefined, null, wrong]) {
      const sent = { ...body, ...(field !== undefined && { field }) }
      expect(await app.call(elementsContract.create, { body: sent }, admin)).toMatchObject({ code: 400 })
    }
    const button = { ...body, kind: 'button', field: { resource: 'users', name: 'phone', effect: 'hide' } } as const
    const { data } = await app.call(elementsContract.create, { body: button }, admin)
    const request = { params: { id: data?.id ?? '' } }
    expect((await app.call(elementsContract.get, request, admin)).data?.field).toBeNull()
    await callAndConfirm(app, elementsContract.remove, request, admin)
  })
})

describe('a company with a plan', () => {
  it('is unaffected until its plan includes the element', async () => {
    const tenant = await buildTenant(app, '套餐公司')
    const someone = await buildUser(app, { companyId: tenant, permissions: rights })
    const readPhone = async () =>
      (await app.call(get, { params: { id: someone.id } }, await app.signIn(someone))).data?.phone
    await app.sql(`update users set phone = '13800000009' where id = $1`, [someone.id])
    const { element } = await addRestriction('phone', 'hide')
    expect(await readPhone()).toBe('13800000009')
    await app.sql(`insert into plan_elements (plan_id, element) select id, $1 from plans where code = 'standard'`, [
      element,
    ])
    await app.sql(`update plans set version = version + 1 where code = 'standard'`)
    await app.sql('update companies set epoch = epoch + 1 where id = $1', [tenant])
    expect(await readPhone()).toBe('')
    await grantElement(element, someone, tenant)
    expect(await readPhone()).toBe('13800000009')
    await app.sql('delete from plan_elements where element = $1', [element])
  })
})

describe('adding a restriction', () => {
  it('shows how many users lose access to the field in companies that can hold the element', async () => {
    const [{ people } = {}] = await app.sql('select count(*)::int as people from users where company_id = $1', [
      companyId,
    ])
    const { impact, id, element } = await addRestriction('phone', 'hide')
    expect(impact).toEqual({ companies: 1, people })
    await grantElement(element)
    const change = async (name: UserField, effect: FieldEffect, version: number) =>
      callAndConfirm(
        app,
        elementsContract.update,
        { params: { id }, body: { ...elementBody(name, effect), version } },
        admin,
      )
    const masked = await change('phone', 'mask', 1)
    expect([masked.impact, masked.done.code]).toEqual([{ companies: 1, people: Number(people) - 1 }, 0])
    // Nothing changes, so no confirmation is needed.
    const same = await change('phone', 'mask', 2)
    expect([same.impact, same.done.code]).toEqual([undefined, 0])
  })
})

describe('restrictions of the caller', () => {
  it('are reported in session grants, and per element in role grants', async () => {
    const { element, id } = await addRestriction('email', 'mask')
    const token = await app.signIn(restrictedUser)
    const { data } = await app.call(sessionContract.grants, {}, token)
    expect(data?.fields).toEqual({ 'users.email': 'mask' })
    const root = await app.call(sessionContract.grants, {}, admin)
    expect(root.data?.fields).toEqual({})
    const roleAdmin = await buildUser(app, { companyId, permissions: ['sysRoles:list', element] })
    const modules = await app.call(
      roleGrantsContract.elements,
      { params: { id: roleAdmin.roleId } },
      await app.signIn(roleAdmin),
    )
    const cell = modules.data?.flatMap(({ elems }) => elems).find((each) => each.id === id)
    expect(cell).toMatchObject({ effect: 'mask', checked: true })
  })
})
