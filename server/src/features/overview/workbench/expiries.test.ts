import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { expiriesContract, maxExpiries } from '@atrium/contract/features/overview/workbench/expiries.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDocument, buildFolder } from '../../../../test/document-factories.ts'
import { buildCompany, buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { newId } from '../../../kernel/ids.ts'

const { expiries } = expiriesContract
const rights = ['sysUsers:roles', 'sysUsers:edit', 'openApps:add', 'openApps:list', 'openApps:secret', 'sysDocs:list']
let app: TestApp
let companyId: string
let tenants = 0
const days = (many: number) => new Date(Date.now() + many * 86_400_000).toISOString()
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  tenants += 1
  companyId = await buildTenant(app, `到期公司${tenants}`)
})

const read = async (token: string) => {
  const { data, msg } = await app.call(expiries, {}, token)
  if (!data) throw new Error(msg)
  return data
}
const signInWith = async (permissions: readonly string[]) =>
  app.signIn(await buildUser(app, { companyId, permissions: [...permissions] }))
const endAccount = async (many: number) => {
  const user = await buildUser(app, { companyId })
  await app.sql('update users set expire_at = $2 where id = $1', [user.id, days(many)])
  return user
}
const endRole = async (many: number) => {
  const user = await buildUser(app, { companyId })
  await app.sql('update user_roles set expires_at = $2 where user_id = $1', [user.id, days(many)])
  return user
}
/** An application with two secrets: one ends, the other is revoked. */
const endSecret = async (token: string, many: number) => {
  const { data } = await app.call(openAppsContract.create, { body: { name: '仓储对接' } }, token)
  for (const revoked of [false, true])
    await app.sql(
      `insert into open_app_secrets (company_id, id, app_id, sealed, hint, expire_at, revoked_at, created_by)
       values ($1, $2, $3, '', '9f2a', $4, case when $5 then now() end, '{}')`,
      [companyId, newId(), data?.id, days(many), revoked],
    )
  return data
}
const makeLink = async (makerId: string, many: number) => {
  const folder = await buildFolder(app, companyId)
  const document = await buildDocument(app, companyId, folder)
  await app.sql(
    `insert into document_links (company_id, id, document_id, maker_id, token_hash, expires_at, created_by)
     values ($1, $2, $3, $4, sha256(convert_to($5, 'UTF8')), $6, '{}')`,
    [companyId, newId(), document, makerId, newId(), days(many)],
  )
  return document
}

describe('what ends within ninety days', () => {
  it('is listed of all kinds, soonest first, without what is released, revoked or later', async () => {
    const user = await buildUser(app, { companyId, permissions: [...rights, 'sysTenant:view'] })
    const token = await app.signIn(user)
    const [account, role, released] = [await endAccount(20), await endRole(5), await endAccount(3)]
    await app.sql(
      'insert into released_terms (company_id, user_id, expires_at) select company_id, id, expire_at from users where id = $1',
      [released.id],
    )
    await endAccount(91)
    await endRole(-1)
    const secret = await endSecret(token, 40)
    const link = await makeLink(user.id, 60)
    await makeLink(account.id, 61)
    await app.sql('update tenants set expire_at = $2 where company_id = $1', [companyId, days(80)])
    expect(await read(token)).toMatchObject({
      kinds: ['account', 'role', 'tenant', 'secret', 'link'].map((kind) => ({ kind, more: false })),
      rows: [
        { kind: 'role', id: role.id, detail: role.roleName },
        { kind: 'account', id: account.id, name: '张伟', detail: '' },
        { kind: 'secret', id: secret?.id, name: '仓储对接', detail: '9f2a' },
        { kind: 'link', id: link },
        { kind: 'tenant', id: companyId },
      ],
    })
  })
  it('is limited to what the caller may list elsewhere', async () => {
    await endAccount(20)
    await endRole(5)
    expect(await read(await signInWith([]))).toEqual({ kinds: [], rows: [] })
    expect((await read(await signInWith(['sysUsers:roles']))).rows).toMatchObject([{ kind: 'role' }])
    expect((await read(await signInWith(['sysUsers:edit']))).rows).toEqual([])
  })
  it('is limited to the row scope and the company', async () => {
    await endAccount(20)
    await endRole(5)
    const narrow = await buildUser(app, { companyId, permissions: rights })
    await app.sql(`update roles set data_scope = 'self' where id = $1`, [narrow.roleId])
    expect((await read(await app.signIn(narrow))).rows).toEqual([])
    const other = await buildCompany(app, `别家${tenants}`)
    const stranger = await buildUser(app, { companyId: other, permissions: [...rights, 'sysTenant:view'] })
    await app.sql('update tenants set expire_at = $2 where company_id = $1', [companyId, days(80)])
    expect((await read(await app.signIn(stranger))).rows).toEqual([])
  })
  it('names tenants of all companies to the operator alone', async () => {
    await app.sql('update tenants set expire_at = $2 where company_id = $1', [companyId, days(1)])
    const { rows } = await read(await app.signIn())
    expect(rows.filter(({ kind }) => kind === 'tenant').map(({ id }) => id)).toContain(companyId)
    await app.sql('update tenants set erase_at = $2 where company_id = $1', [companyId, days(30)])
    expect((await read(await app.signIn())).rows.map(({ id }) => id)).not.toContain(companyId)
  })
  it('says of which kind there is more than is shown', async () => {
    const token = await signInWith(['sysUsers:roles', 'sysUsers:edit'])
    await app.sql(
      `insert into users (company_id, id, account, name, password_hash, expire_at)
       select $1::uuid, gen_random_uuid(), 'many' || n || right($1::uuid::text, 8), '很多', '', now() + make_interval(days => 10)
       from generate_series(1, $2::int) as n`,
      [companyId, maxExpiries + 1],
    )
    const { kinds, rows } = await read(token)
    expect(kinds).toEqual([
      { kind: 'account', more: true },
      { kind: 'role', more: false },
    ])
    expect(rows).toHaveLength(maxExpiries)
  })
})
