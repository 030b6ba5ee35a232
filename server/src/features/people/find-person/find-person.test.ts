import { randomUUID } from 'node:crypto'
import { findPersonContract } from '@atrium/contract/features/people/find-person/find-person.contract.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { buildCompany, buildTenant, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { users } from '../users/index.ts'

let app: TestApp
let operator: { id: string; companyId: string }
let token: string | undefined
let person: Awaited<ReturnType<typeof buildUser>>
let phone: string
beforeAll(async () => {
  app = await createTestApp()
})
let lastPhone = 13_611_110_000
beforeEach(async () => {
  await app.sql('delete from limits')
  const signedIn = await buildUser(app, { companyId: await readPlatformCompany(app), permissions: ['sysUsers:find'] })
  operator = signedIn
  token = await app.signIn(signedIn)
  lastPhone += 1
  phone = String(lastPhone)
  person = await buildUser(app, { companyId: await buildTenant(app, `客户${randomUUID()}`), phone })
})

const find = (contact: string, by = token) => app.call(findPersonContract.across, { body: { contact } }, by)
const readStanding = async () => (await find(person.account)).data?.[0]?.standing

it('finds a person by account, phone number and mail address, masked', async () => {
  const email = `${person.account}@example.cn`
  await app.database.transact({ reach: 'platform' }, (db) =>
    users.bindContact(db, { companyId: person.companyId, userId: person.id }, 'mail', email),
  )
  for (const contact of [person.account.toUpperCase(), phone, email])
    expect((await find(contact)).data).toMatchObject([
      {
        id: person.id,
        companyId: person.companyId,
        account: person.account,
        name: '张***',
        phone: `136****${phone.slice(-4)}`,
        email: 'u***@example.cn',
        standing: 'normal',
        outside: false,
        customer: true,
        lastLogin: null,
      },
    ])
})

it('matches complete contacts only', async () => {
  for (const part of [person.account.slice(0, -1), phone.slice(0, -1), '张伟', '%'])
    expect(await find(part)).toMatchObject({ code: 0, data: [] })
})

it('finds every company the person works in', async () => {
  const elsewhere = await buildTenant(app, `另一家${randomUUID()}`)
  await app.sql(
    `insert into users (company_id, id, account, name, password_hash, principal_company_id, principal_id)
     values ($1, gen_random_uuid(), $2, '张伟', '', $3, $4)`,
    [elsewhere, person.account, person.companyId, person.id],
  )
  const { data = [] } = await find(phone)
  expect(data.map(({ companyId, outside }) => [companyId, outside])).toEqual([
    [person.companyId, false],
    [elsewhere, true],
  ])
})

it('says what stands against a person, and when they last signed in', async () => {
  const set = (columns: string) => app.sql(`update users set ${columns} where id = $1`, [person.id])
  await app.signIn(person)
  expect((await find(phone)).data?.[0]?.lastLogin).toMatch(/^\d{4}-/)
  for (const [columns, standing] of [
    ['locked_at = now()', 'locked'],
    [`expire_at = now() - interval '1 day'`, 'expired'],
    ['status = 0', 'disabled'],
    ['deleted_at = now()', 'deleted'],
  ] as const) {
    await set(columns)
    expect(await readStanding()).toBe(standing)
  }
})

it('is for the operator, and for holders of its element', async () => {
  const signInAt = async (companyId: string, permission: string) =>
    app.signIn(await buildUser(app, { companyId, permissions: [permission] }))
  expect((await find(phone, await signInAt(operator.companyId, 'sysUsers:list'))).code).toBe(403)
  // No plan holds the element; a company without a plan has no ceiling.
  expect((await find(phone, await signInAt(person.companyId, 'sysUsers:find'))).code).toBe(403)
  const unplanned = await signInAt(await buildCompany(app), 'sysUsers:find')
  expect((await find(phone, unplanned)).code).toBe(companiesErrors.platformOnly.code)
})

it('is audited without the contact itself', async () => {
  await find(phone)
  await find('nobody_known')
  const rows = await app.sql(
    `select entity_name as name, after, ok from audit_log where event = 'user.searched' and actor_id = $1 order by seq`,
    [operator.id],
  )
  expect(rows).toEqual([
    { name: `136****${phone.slice(-4)}`, after: { method: '手机号', people: 1 }, ok: true },
    { name: 'nobody_known', after: { method: '账号', people: 0 }, ok: true },
  ])
})
