import { operationLogsContract } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import { elementsContract } from '@atrium/contract/features/registry/registry.contract.ts'
import { rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import type { UserField } from '@atrium/contract/features/users/user-fields.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import type { FieldEffect } from '@atrium/contract/kernel/restrictions.ts'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { confirmed } from '../../../test/confirmed.ts'
import { buildCompany, buildTenant, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'

const { list, get, create, update, exportUsers } = usersContract
const rights = ['list', 'get', 'add', 'edit', 'export'].map((operation) => `sysUsers:${operation}`)
let app: TestApp
let admin: string
let moduleId: string
let companyId: string
let limited: Awaited<ReturnType<typeof buildUser>>
let person: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn()
  moduleId = String((await app.sql(`select id from modules where code = 'sysUsers'`))[0]?.id)
  companyId = await buildCompany(app, '保密公司')
  limited = await buildUser(app, { companyId, permissions: [...rights, 'sysLogs:oper', 'sysLogs:export'] })
  const body = { account: 'kept1', name: '保密人', phone: '13987650321', email: 'kept@example.cn', remark: '常客' }
  const { data, msg } = await app.call(create, { body: { ...body, ...personal } }, await app.signIn(limited))
  if (!data) throw new Error(msg)
  person = data.id
})
const personal = { sex: 0, expireTime: null } as const
let count = 0
/** A new element that restricts a field of users; signed in anew, whoever lacks it is restricted. Out: its id and code. */
const restricting = (name: UserField, effect: FieldEffect) => {
  const field = { resource: 'users', name, effect } as const
  return { moduleId, name: `字段${count}`, kind: 'field', risk: 'low', sort: 1, desc: '', field } as const
}
const restrict = async (name: UserField, effect: FieldEffect) => {
  count += 1
  const operation = `field${count}`
  const body = { ...restricting(name, effect), operation }
  const { done, impact } = await confirmed(app, elementsContract.create, { body }, admin)
  return { ...done, impact, id: done.data?.id ?? '', element: `sysUsers:${operation}` }
}
const hold = (element: string, { roleId }: { roleId: string } = limited, company = companyId) =>
  app.sql('insert into role_elements (company_id, role_id, element) values ($1, $2, $3)', [company, roleId, element])
afterEach(async () => {
  const ids = await app.sql(`select id from elements where kind = 'field'`)
  for (const { id } of ids) await confirmed(app, elementsContract.remove, { params: { id: String(id) } }, admin)
})
const read = async () => (await app.call(get, { params: { id: person } }, await app.signIn(limited))).data
const row = async () => (await app.call(list, { query: { search: '保密人' } }, await app.signIn(limited))).data?.[0]
const stored = async () => (await app.sql('select phone, email, remark from users where id = $1', [person]))[0]
type Change = Partial<{ name: string; phone: string; email: string; remark: string; idCard: string }>
const write = async (change: Change) => {
  const [{ version } = {}] = await app.sql('select version from users where id = $1', [person])
  const body = { name: '保密人', phone: '', email: '', remark: '', ...personal, ...change, version: Number(version) }
  return app.call(update, { params: { id: person }, body }, await app.signIn(limited))
}
const whole = { phone: '13987650321', email: 'kept@example.cn', remark: '常客' }

describe('a hidden field', () => {
  it('is blank to whoever does not hold its element, and as it was to whoever does', async () => {
    const { element } = await restrict('phone', 'hide')
    expect([(await read())?.phone, (await row())?.phone]).toEqual(['', ''])
    expect((await read())?.email).toBe(whole.email)
    await hold(element)
    expect([(await read())?.phone, (await row())?.phone]).toEqual([whole.phone, '139****0321'])
  })
  it('stays as it is when a form without it is saved, and takes nothing new', async () => {
    await restrict('phone', 'hide')
    expect((await write({ ...whole, phone: '', name: '保密人' })).code).toBe(0)
    expect(await stored()).toEqual(whole)
    expect(await write({ ...whole, phone: '13900000001' })).toMatchObject({
      code: 418,
      msg: '您没有修改手机号的权限',
      errors: [{ field: 'phone' }],
    })
    const body = { account: 'kept2', name: '新人', phone: '13900000002', email: '', remark: '', ...personal }
    expect((await app.call(create, { body }, await app.signIn(limited))).code).toBe(418)
  })
  it('is no way to find somebody, and no column of a file', async () => {
    await restrict('phone', 'hide')
    const token = await app.signIn(limited)
    expect(await app.call(list, { query: { search: whole.phone } }, token)).toMatchObject({
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
  it('is in no row of the log, and closes the files that have everything', async () => {
    await write({ ...whole, remark: '贵客' })
    await write(whole)
    await restrict('remark', 'hide')
    const token = await app.signIn(limited)
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
  it('is told masked, and left as it is when it comes back so', async () => {
    for (const name of ['phone', 'email', 'remark'] as const) await restrict(name, 'mask')
    expect(await read()).toMatchObject({ phone: '139****0321', email: 'k***@example.cn', remark: '常***' })
    expect((await write({ phone: '', email: '', remark: '常***' })).code).toBe(0)
    expect(await stored()).toEqual(whole)
    expect((await write({ phone: '', email: '', remark: '新客' })).code).toBe(418)
  })
})

describe('a field to be read alone', () => {
  it('is told whole, and changed by nobody without the element', async () => {
    const { element } = await restrict('remark', 'readonly')
    expect((await read())?.remark).toBe(whole.remark)
    expect((await write({ ...whole, name: '保密人' })).code).toBe(0)
    expect(await write({ ...whole, remark: '' })).toMatchObject({ code: 418, errors: [{ field: 'remark' }] })
    await hold(element)
    expect((await write({ ...whole, remark: '新客' })).code).toBe(0)
    await write(whole)
  })
})

describe('several restrictions', () => {
  it('of one field are lifted one by one, the strictest first', async () => {
    const [hide, mask] = [await restrict('phone', 'hide'), await restrict('phone', 'mask')]
    expect((await read())?.phone).toBe('')
    await hold(hide.element)
    expect((await read())?.phone).toBe('139****0321')
    await hold(mask.element)
    expect((await read())?.phone).toBe(whole.phone)
  })
  it('of the same kind are one', async () => {
    await restrict('phone', 'hide')
    expect(await restrict('phone', 'hide')).toMatchObject({ code: 2222, errors: [{ field: 'field' }] })
  })
  it('say what they are of', async () => {
    const body = { moduleId, operation: 'bare', name: '字段', kind: 'field', risk: 'low', sort: 1, desc: '' } as const
    const wrong = { resource: 'users', name: 'passwordHash', effect: 'hide' } as const
    for (const field of [undefined, null, wrong]) {
      const sent = { ...body, ...(field !== undefined && { field }) }
      expect(await app.call(elementsContract.create, { body: sent }, admin)).toMatchObject({ code: 400 })
    }
    const button = { ...body, kind: 'button', field: { resource: 'users', name: 'phone', effect: 'hide' } } as const
    const { data } = await app.call(elementsContract.create, { body: button }, admin)
    const made = { params: { id: data?.id ?? '' } }
    expect((await app.call(elementsContract.get, made, admin)).data?.field).toBeNull()
    await confirmed(app, elementsContract.remove, made, admin)
  })
})

describe('a company with a plan', () => {
  it('is not concerned until its plan holds the element; then its roles can', async () => {
    const tenant = await buildTenant(app, '套餐公司')
    const someone = await buildUser(app, { companyId: tenant, permissions: rights })
    const phoneOf = async () =>
      (await app.call(get, { params: { id: someone.id } }, await app.signIn(someone))).data?.phone
    await app.sql(`update users set phone = '13800000009' where id = $1`, [someone.id])
    const { element } = await restrict('phone', 'hide')
    expect(await phoneOf()).toBe('13800000009')
    await app.sql(`insert into plan_elements (plan_id, element) select id, $1 from plans where code = 'standard'`, [
      element,
    ])
    await app.sql(`update plans set version = version + 1 where code = 'standard'`)
    await app.sql('update companies set epoch = epoch + 1 where id = $1', [tenant])
    expect(await phoneOf()).toBe('')
    await hold(element, someone, tenant)
    expect(await phoneOf()).toBe('13800000009')
    await app.sql('delete from plan_elements where element = $1', [element])
  })
})

describe('a restriction that begins', () => {
  it('shows first from how many people the field is kept: of companies that can hold it, those who do not', async () => {
    const [{ people } = {}] = await app.sql('select count(*)::int as people from users where company_id = $1', [
      companyId,
    ])
    const { impact, id, element } = await restrict('phone', 'hide')
    expect(impact).toEqual({ companies: 1, people })
    await hold(element)
    const change = async (name: UserField, effect: FieldEffect, version: number) =>
      confirmed(
        app,
        elementsContract.update,
        { params: { id }, body: { ...restricting(name, effect), version } },
        admin,
      )
    const masked = await change('phone', 'mask', 1)
    expect([masked.impact, masked.done.code]).toEqual([{ companies: 1, people: Number(people) - 1 }, 0])
    // Nothing begins: nothing is asked.
    const same = await change('phone', 'mask', 2)
    expect([same.impact, same.done.code]).toEqual([undefined, 0])
  })
})

describe('what is kept from somebody', () => {
  it('is told to his console, and of an element in the grants of a role', async () => {
    const { element, id } = await restrict('email', 'mask')
    const token = await app.signIn(limited)
    const { data } = await app.call(sessionContract.grants, {}, token)
    expect(data?.fields).toEqual({ 'users.email': 'mask' })
    const root = await app.call(sessionContract.grants, {}, admin)
    expect(root.data?.fields).toEqual({})
    const keeper = await buildUser(app, { companyId, permissions: ['sysRoles:list', element] })
    const modules = await app.call(rolesContract.elements, { params: { id: keeper.roleId } }, await app.signIn(keeper))
    const cell = modules.data?.flatMap(({ elems }) => elems).find((each) => each.id === id)
    expect(cell).toMatchObject({ effect: 'mask', checked: true })
  })
})
