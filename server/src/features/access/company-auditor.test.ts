import { companiesContract } from '@atrium/contract/features/companies/companies.contract.ts'
import { rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import { changesAnything, permissionOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { confirmed } from '../../../test/confirmed.ts'
import { buildTenant, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { alignStandardPlan, giveStandardPlan, makeCompanyAdmin } from './index.ts'

const platform = { reach: 'platform' } as const
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

/** A company as customers come, with whoever looks after it. */
const staged = async (name: string) => {
  const companyId = await buildTenant(app, name)
  const keeper = await buildUser(app, { companyId })
  await app.database.transact(platform, (db) => makeCompanyAdmin(db, companyId, keeper.id))
  return { companyId, token: await app.signIn(keeper) }
}
const auditorIn = async (companyId: string) => {
  const [role] = await app.sql(
    `select id, name, array(select element from role_elements held
       where held.company_id = roles.company_id and role_id = roles.id order by 1) as elements
     from roles where company_id = $1 and code = 'company-auditor' and type = 'builtin'`,
    [companyId],
  )
  return { id: String(role?.id), name: role?.name, elements: (role?.elements ?? []) as string[] }
}

describe('the auditor of a company', () => {
  it('is there from its first day', async () => {
    const root = await app.signIn()
    const body = { name: '新开的公司', admin: { account: 'first_day', name: '王芳' } }
    const { data } = await app.call(companiesContract.create, { body }, root)
    expect(await auditorIn(data?.id ?? '')).toMatchObject({ name: '企业审计员' })
    expect((await auditorIn(data?.id ?? '')).elements).toEqual(
      expect.arrayContaining(['sysLogs:oper', 'sysUsers:list']),
    )
  })

  it('is given by its administrator, sees people, roles and logs, and holds nothing that changes anything', async () => {
    const { companyId, token } = await staged('审计的公司')
    const role = await auditorIn(companyId)
    const user = await buildUser(app, { companyId })
    const request = { params: { id: user.id }, body: { roles: [{ roleId: role.id }], version: 1 } }
    expect((await confirmed(app, usersContract.assignRoles, request, token)).done.code).toBe(0)
    const his = await app.signIn(user)
    for (const endpoint of [usersContract.list, rolesContract.list])
      expect((await app.call(endpoint, {}, his)).code).toBe(0)
    const { data } = await app.call(sessionContract.grants, {}, his)
    expect(data?.modules.sysLogs).toEqual(expect.arrayContaining(['export', 'oper', 'trace', 'verify']))
    expect(JSON.stringify(data?.menus)).toContain('操作日志')

    const held = new Set(role.elements)
    const opened = endpoints.filter((endpoint) => held.has(permissionOf(endpoint) ?? '') && changesAnything(endpoint))
    // It asks for the right to what it does to them besides.
    expect(opened).toEqual([usersContract.batch])
    const body = { action: 'lock' as const, ids: [user.id], params: { reason: '试一试' } }
    expect((await app.call(usersContract.batch, { body }, his)).code).toBe(403)
    expect((await app.call(rolesContract.create, { body: { name: '自己的' } }, his)).code).toBe(403)
  })

  it('is nobody’s to edit, lock or delete', async () => {
    const { companyId, token } = await staged('守着的公司')
    const { id, name } = await auditorIn(companyId)
    const params = { id }
    const version = 1
    const tried = [
      await app.call(rolesContract.update, { params, body: { name: String(name), version } }, token),
      await app.call(rolesContract.updateElements, { params, body: { ids: [], version } }, token),
      await app.call(rolesContract.lock, { params }, token),
      await app.call(rolesContract.remove, { params }, token),
    ]
    expect(tried.map(({ code }) => code)).toEqual(tried.map(() => 2006))
  })

  it('loses at the start what changes something in this version, and gains while people work what no longer does', async () => {
    const { companyId } = await staged('换版本的公司')
    const before = (await auditorIn(companyId)).elements
    // As another version would have left them.
    await app.sql(`update elements set reads = not reads where code in ('sysUsers:edit', 'sysUsers:get')`)
    await app.sql(
      `update role_elements set element = 'sysUsers:edit' where element = 'sysUsers:get'
       and role_id = (select id from roles where company_id = $1 and code = 'company-auditor')`,
      [companyId],
    )
    await app.database.transact(platform, alignStandardPlan)
    expect((await auditorIn(companyId)).elements).toEqual(before.filter((element) => element !== 'sysUsers:get'))
    await giveStandardPlan(app.database, () => undefined)
    expect((await auditorIn(companyId)).elements).toEqual(before)
    // Where nothing has changed, nothing is written.
    const epoch = await app.sql('select epoch from registry_epoch')
    await app.database.transact(platform, alignStandardPlan)
    expect(await app.sql('select epoch from registry_epoch')).toEqual(epoch)
  })
})
