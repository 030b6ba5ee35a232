import { randomUUID } from 'node:crypto'
import { elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { paletteContract } from '@atrium/contract/features/governance/palette/palette.contract.ts'
import {
  type CustomFieldWrite,
  customFieldsContract,
} from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildTenant, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { unchecked } from '../../../../test/loosely-typed.ts'
import { createVisitStage } from '../../../../test/visit-stage.ts'

const everyList = ['sysUsers:list', 'sysRoles:list', 'sysOrgs:list', 'sysCompanys:list']
let app: TestApp
let companyId: string
/** In the name of a user, a role and two organisations of the company, and of a customer company. */
let word: string
let found: { id: string; account: string }
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.sql('delete from limits')
  word = `词${randomUUID().slice(0, 8)}`
  companyId = await buildCompany(app, `公司${randomUUID()}`)
  await buildTenant(app, `${word}公司`)
  found = await addNamed(companyId)
})

const addOrganization = async (company: string, name: string, above = '/') => {
  const id = randomUUID()
  await app.sql(
    `insert into orgs (company_id, id, name, code, path, parent_id) values ($1, $2::uuid, $3, '', $4 || $2::text || '/', $5)`,
    [company, id, name, above, above.split('/').at(-2) || null],
  )
  return id
}
/** A user, a role and two organisations named by the word. */
const addNamed = async (company: string) => {
  const user = await buildUser(app, { companyId: company })
  await app.sql('update users set name = $2 where id = $1', [user.id, `${word}三`])
  await app.sql('update roles set name = $2 where id = $1', [user.roleId, `${word}角色`])
  const above = await addOrganization(company, `${word}部`)
  const orgId = await addOrganization(company, `${word}二组`, `/${above}/`)
  await app.sql('insert into user_orgs (company_id, user_id, org_id, is_primary) values ($1, $2, $3, true)', [
    company,
    user.id,
    orgId,
  ])
  return user
}
const signInWith = async (permissions: string[], company = companyId) => {
  const user = await buildUser(app, { companyId: company, permissions })
  return { ...user, token: await app.signIn(user) }
}
const find = async (keyword: string, token: string | undefined) => {
  const { code, data } = await app.call(paletteContract.find, { query: { keyword } }, token)
  expect(code).toBe(0)
  return data ?? []
}
const kindsIn = (hits: { kind: string }[]) => [...new Set(hits.map(({ kind }) => kind))].sort()

describe('the search of the palette', () => {
  it('finds users, roles and organisations with what tells them apart', async () => {
    const { token } = await signInWith(everyList)
    const hits = await find(word, token)
    const place = `${word}部 / ${word}二组`
    const shared = { status: 1, online: false }
    expect(hits.map(({ id: _, ...hit }) => hit)).toMatchObject([
      { ...shared, kind: 'user', name: `${word}三`, code: found.account, place },
      { ...shared, kind: 'role', name: `${word}角色` },
      { ...shared, kind: 'org', name: `${word}部`, place: '' },
      { ...shared, kind: 'org', name: `${word}二组`, place: `${word}部` },
    ])
    expect((await find(found.account.toUpperCase(), token))[0]).toMatchObject({ id: found.id, kind: 'user' })
  })

  it('finds only kinds whose list the caller may call', async () => {
    for (const [permission, kind] of [
      ['sysUsers:list', 'user'],
      ['sysRoles:list', 'role'],
      ['sysOrgs:list', 'org'],
    ] as const)
      expect(kindsIn(await find(word, (await signInWith([permission])).token))).toEqual([kind])
    expect(await find(word, (await signInWith([])).token)).toEqual([])
  })

  it('finds companies for the operator alone', async () => {
    const operator = await signInWith(['sysCompanys:list'], await readPlatformCompany(app))
    expect(await find(word, operator.token)).toMatchObject([{ kind: 'company', name: `${word}公司`, status: 1 }])
    expect(await find(word, (await signInWith(['sysCompanys:list'])).token)).toEqual([])
  })

  it('finds nobody outside the row scope', async () => {
    const narrow = await buildUser(app, { companyId, permissions: ['sysUsers:list'] })
    await app.sql(`update roles set data_scope = 'self' where id = $1`, [narrow.roleId])
    const token = await app.signIn(narrow)
    expect(await find(word, token)).toEqual([])
    await app.sql('update users set name = $2 where id = $1', [narrow.id, `${word}自己`])
    expect(await find(word, token)).toMatchObject([{ id: narrow.id, kind: 'user' }])
  })

  it('finds nothing of another company', async () => {
    const other = await buildCompany(app, `公司${randomUUID()}`)
    expect(await find(word, (await signInWith(everyList, other)).token)).toEqual([])
  })

  it('shows who is locked, and who is online', async () => {
    const { token, id, account } = await signInWith(everyList)
    await app.sql('update users set locked_at = now() where id = $1', [found.id])
    expect((await find(word, token))[0]).toMatchObject({ id: found.id, status: 2 })
    expect((await find(account, token))[0]).toMatchObject({ id, status: 1, online: true })
  })

  it('finds deleted users no more', async () => {
    const { token } = await signInWith(everyList)
    await app.sql('update users set deleted_at = now() where id = $1', [found.id])
    expect(kindsIn(await find(word, token))).toEqual(['org', 'role'])
  })

  it('finds a user by a complete phone number, unless the caller may not read phones', async () => {
    const phone = `138${String(Date.now()).slice(-8)}`
    const { id } = await buildUser(app, { companyId, phone })
    const { token } = await signInWith(everyList)
    expect(await find(phone, token)).toMatchObject([{ id }])
    expect(await find(phone.slice(0, 8), token)).toEqual([])
    const moduleId = String((await app.sql(`select id from modules where code = 'sysUsers'`))[0]?.id)
    const field = { resource: 'users', name: 'phone', effect: 'hide' } as const
    const element = {
      moduleId,
      operation: 'phones',
      name: '手机号',
      kind: 'field',
      risk: 'low',
      sort: 1,
      desc: '',
      field,
    }
    const admin = await app.signIn()
    const { done } = await callAndConfirm(app, elementsContract.create, unchecked({ body: element }), admin)
    expect(await find(phone, await app.signIn(await buildUser(app, { companyId, permissions: everyList })))).toEqual([])
    await callAndConfirm(app, elementsContract.remove, { params: { id: done.data?.id ?? '' } }, admin)
  })

  it('returns a few of each kind, an exact name first', async () => {
    for (let n = 0; n < 8; n += 1) {
      const { id } = await buildUser(app, { companyId })
      await app.sql('update users set name = $2 where id = $1', [id, `${word}三${n}`])
    }
    const users = (await find(`${word}三`, (await signInWith(['sysUsers:list'])).token)).map(({ id }) => id)
    expect(users).toHaveLength(5)
    expect(users[0]).toBe(found.id)
  })

  it('does not search by one Latin letter, and refuses an empty word', async () => {
    const { token } = await signInWith(everyList)
    expect(await find('a', token)).toEqual([])
    expect((await find('词', token)).length).toBeGreaterThan(0)
    expect((await app.call(paletteContract.find, { query: { keyword: ' ' } }, token)).code).toBe(400)
  })

  it('finds users by the exact value of a custom field, as the caller sees them and the field', async () => {
    const { token, roleId } = await signInWith(['sysUsers:list', 'sysCustomFields:add', 'sysCustomFields:edit'])
    const add = async (key: string, of: Partial<CustomFieldWrite>) => {
      const body = {
        entity: 'user',
        kind: 'text' as const,
        key,
        name: key,
        help: '',
        pattern: '',
        dictionary: '',
        ...of,
      }
      return (await app.call(customFieldsContract.create, { body }, token)).data?.id ?? ''
    }
    const badge = await add('badge', { unique: true })
    await add('desk', { kind: 'number', searchable: true })
    await add('note', {})
    await app.sql('update users set custom = $2 where id = $1', [
      found.id,
      { c_badge: `A-${word}`, c_desk: 4711.5, c_note: `N-${word}` },
    ])
    const hit = [{ id: found.id, kind: 'user', name: `${word}三` }]
    await expect.poll(() => find(`A-${word}`, token)).toMatchObject(hit)
    expect(await find('4711.50', token)).toMatchObject(hit)
    for (const none of [`N-${word}`, `a-${word}`, '4711']) expect(await find(none, token), none).toEqual([])

    const narrow = await signInWith(['sysUsers:list'])
    expect(await find(`A-${word}`, narrow.token)).toMatchObject(hit)
    await app.sql(`update roles set data_scope = 'self' where id = $1`, [narrow.roleId])
    const scoped = await app.signIn(narrow)
    expect(await find(`A-${word}`, scoped)).toEqual([])
    const other = await buildCompany(app, `公司${randomUUID()}`)
    expect(await find(`A-${word}`, (await signInWith(everyList, other)).token)).toEqual([])

    const body = { effect: 'mask' as const, roleIds: [roleId] }
    await app.call(customFieldsContract.limit, { params: { id: badge }, body }, token)
    const unlike = await signInWith(['sysUsers:list'])
    expect(await find(`A-${word}`, unlike.token)).toEqual([])
    expect(await find('4711.5', unlike.token)).toMatchObject(hit)
    expect(await find(`A-${word}`, token)).toMatchObject(hit)
  })

  it('finds what the visited company has during a visit', async () => {
    const stage = await createVisitStage(app)
    const visitor = await stage.enter()
    const hits = await find(stage.admin.account, visitor.token)
    expect(hits.map(({ id }) => id)).toContain(stage.admin.id)
    expect(await find(found.account, visitor.token)).toEqual([])
  })
})
