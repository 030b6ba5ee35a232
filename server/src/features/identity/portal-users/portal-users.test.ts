import { randomUUID } from 'node:crypto'
import { portalUsersContract } from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { assignCompanyAdmin } from '../../../../test/authorization.ts'
import { buildCompany, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { type BuiltEnterprise, buildEnterprise, buildPerson, foundEnterprise } from '../../../../test/portal-stage.ts'

const { pages, get, update, lock, unlock } = portalUsersContract
const reason = '发布违规内容'

let app: TestApp
let root: string
let operator: string
let person: Awaited<ReturnType<typeof buildPerson>>
let ours: BuiltEnterprise
let theirs: BuiltEnterprise
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
  const companyId = await readPlatformCompany(app)
  const permissions = ['list', 'get', 'edit', 'lock'].map((operation) => `frontUsers:${operation}`)
  operator = await app.signIn(await buildUser(app, { companyId, permissions }))
  ;[ours, theirs] = [await buildEnterprise(app), await buildEnterprise(app)]
})
beforeEach(async () => {
  await app.sql('delete from limits')
  person = await buildPerson(app)
})

const listIds = async (token: string, query: Parameters<typeof list>[1] = {}) =>
  (await list(token, query)).data?.map(({ id }) => id)
const list = (
  token: string,
  query: { search?: string; 'f.kind'?: 'person' | 'ent'; 'f.status'?: '0' | '1' | '2' } = {},
) => app.call(pages, { query: { size: 100, ...query } }, token)
const readEvents = (id: string) =>
  app.sql('select event, company_id from audit_log where entity_id = $1 and ok order by seq', [id])
const lockPerson = (id: string, token = operator) => app.call(lock, { params: { id }, body: { reason } }, token)
const readVersion = async (id: string) => (await app.call(get, { params: { id } }, root)).data?.version ?? 0

describe('the list', () => {
  it('shows the operator all portal users and no others', async () => {
    const elsewhere = await buildUser(app, { companyId: await buildCompany(app, `客户${randomUUID()}`) })
    const found = (await listIds(root)) ?? []
    for (const { id } of [person, ours.admin, ours.member, theirs.member]) expect(found).toContain(id)
    expect(found).not.toContain(elsewhere.id)
    expect(await listIds(operator, { search: elsewhere.account })).toEqual([])
  })
  it('shows an enterprise its own members only', async () => {
    expect((await listIds(ours.token))?.toSorted()).toEqual([ours.admin.id, ours.member.id].toSorted())
  })
  it('shows a company that did not register itself nobody', async () => {
    const companyId = await buildCompany(app, `客户${randomUUID()}`)
    const token = await app.signIn(await buildUser(app, { companyId, permissions: ['frontUsers:list'] }))
    expect(await listIds(token)).toEqual([])
  })
  it('applies the row scope', async () => {
    const companyId = await readPlatformCompany(app)
    const narrow = await buildUser(app, { companyId, permissions: ['frontUsers:list'] })
    await app.sql(`update roles set data_scope = 'self' where id = $1`, [narrow.roleId])
    expect(await listIds(await app.signIn(narrow))).toEqual([])
  })
  it('filters by kind and status, and finds by account, name and complete phone', async () => {
    expect(await listIds(root, { search: person.account, 'f.kind': 'person' })).toEqual([person.id])
    expect(await listIds(root, { search: person.account, 'f.kind': 'ent' })).toEqual([])
    await lockPerson(person.id)
    expect(await listIds(root, { search: person.account, 'f.status': '2' })).toEqual([person.id])
    expect(await listIds(root, { search: person.account, 'f.status': '1' })).toEqual([])
    const phone = '13911112222'
    await app.sql('update users set phone = $2 where id = $1', [person.id, phone])
    const { data } = await list(root, { search: phone })
    expect(data).toMatchObject([{ id: person.id, phone: '139****2222', kind: 'person', recognition: null }])
    expect(await listIds(root, { search: phone.slice(0, 8) })).toEqual([])
  })
  it('tells the company, its administrator and its recognition', async () => {
    const { data } = await list(root, { search: ours.admin.account })
    const company = { id: ours.companyId, name: ours.name }
    expect(data).toMatchObject([{ kind: 'ent', admin: true, company, recognition: 'none', status: 1 }])
    const isAdmin = async () => (await app.call(get, { params: { id: member.id } }, root)).data?.admin
    const { companyId, member } = await foundEnterprise(app)
    expect(await isAdmin()).toBe(false)
    await app.database.transact({ reach: 'platform' }, (db) => assignCompanyAdmin(db, companyId, member.id))
    expect(await isAdmin()).toBe(true)
  })
})

describe('locking', () => {
  it('ends sessions, keeps the user out, and can be lifted', async () => {
    const token = await app.signIn(person)
    expect((await lockPerson(person.id)).code).toBe(0)
    expect((await app.call(get, { params: { id: person.id } }, token)).code).toBe(101)
    await expect(app.signIn(person)).rejects.toThrow()
    const shown = await app.call(get, { params: { id: person.id } }, operator)
    expect(shown.data).toMatchObject({ status: 2, lock: { reason } })
    expect((await lockPerson(person.id)).code).toBe(2012)
    expect((await app.call(unlock, { params: { id: person.id } }, operator)).code).toBe(0)
    await app.signIn(person)
  })
  it('is logged for the operator and for the user’s company', async () => {
    await lockPerson(theirs.member.id)
    const logged = await readEvents(theirs.member.id)
    expect(logged.map(({ event }) => event)).toEqual(['portalAccount.locked', 'portalAccount.locked'])
    expect(logged.map(({ company_id }) => company_id).toSorted()).toEqual(
      [theirs.companyId, await readPlatformCompany(app)].toSorted(),
    )
    const seen = await app.call(get, { params: { id: theirs.member.id } }, theirs.token)
    expect(seen.data?.lock?.by.name).toContain('（')
    await app.call(unlock, { params: { id: theirs.member.id } }, operator)
  })
  it('by the operator cannot be lifted by the user’s company', async () => {
    const { id } = theirs.member
    const lift = () => app.call(userStatusContract.unlock, { params: { id } }, theirs.token)
    await lockPerson(id)
    expect(await app.call(unlock, { params: { id } }, theirs.token)).toMatchObject({ code: 2028 })
    expect(await lift()).toMatchObject({ code: 2028, msg: '该用户由平台锁定，请联系平台管理员解锁' })
    expect((await app.call(unlock, { params: { id } }, operator)).code).toBe(0)
    await lockPerson(id, theirs.token)
    expect((await app.call(unlock, { params: { id } }, theirs.token)).code).toBe(0)
  })
  it('refuses the last administrator, oneself, and users of other companies', async () => {
    expect((await lockPerson(ours.admin.id)).msg).toContain('管理员')
    expect((await lockPerson(ours.admin.id, ours.token)).msg).toContain('自己')
    expect((await lockPerson(theirs.member.id, ours.token)).code).toBe(404)
    expect((await lockPerson(person.id, ours.token)).code).toBe(404)
    const elsewhere = await buildUser(app, { companyId: await buildCompany(app, `客户${randomUUID()}`) })
    expect((await lockPerson(elsewhere.id)).code).toBe(404)
  })
})

describe('correcting', () => {
  const correct = (id: string, version: number, token = operator) =>
    app.call(update, { params: { id }, body: { name: '李雷', sex: 1, version } }, token)

  it('changes name and sex, of the version that was read', async () => {
    const version = await readVersion(person.id)
    expect((await correct(person.id, version)).code).toBe(0)
    expect((await app.call(get, { params: { id: person.id } }, operator)).data).toMatchObject({ name: '李雷', sex: 1 })
    expect((await correct(person.id, version)).code).toBe(409)
  })
  it('refuses users of other companies', async () => {
    expect((await correct(theirs.member.id, 1, ours.token)).code).toBe(404)
  })
})
