import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { userBatchContract } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import { isMutation } from '@atrium/contract/kernel/endpoint.ts'
import { toPermission } from '@atrium/contract/kernel/permission.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { alignStandardPlan, assignCompanyAdmin, rollOutStandardPlan } from '../../../../test/authorization.ts'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const platform = { reach: 'platform' } as const
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

/** A tenant company with its administrator. */
const createCompany = async (name: string) => {
  const companyId = await buildTenant(app, name)
  const admin = await buildUser(app, { companyId })
  await app.database.transact(platform, (db) => assignCompanyAdmin(db, companyId, admin.id))
  return { companyId, token: await app.signIn(admin) }
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

describe('the company auditor', () => {
  it('exists from the start', async () => {
    const root = await app.signIn()
    const body = { name: '新开的公司', admin: { account: 'first_day', name: '王芳' } }
    const { data } = await app.call(companiesContract.create, { body }, root)
    expect(await auditorIn(data?.id ?? '')).toMatchObject({ name: '公司审计员' })
    expect((await auditorIn(data?.id ?? '')).elements).toEqual(
      expect.arrayContaining(['sysLogs:oper', 'sysUsers:list']),
    )
  })

  it('is granted by the administrator, sees people, roles and logs, and holds nothing that changes anything', async () => {
    const { companyId, token } = await createCompany('审计的公司')
    const role = await auditorIn(companyId)
    const user = await buildUser(app, { companyId })
    const request = { params: { id: user.id }, body: { roles: [{ roleId: role.id }], version: 1 } }
    expect((await callAndConfirm(app, userRolesContract.assignRoles, request, token)).done.code).toBe(0)
    const auditorToken = await app.signIn(user)
    for (const endpoint of [usersContract.list, rolesContract.list])
      expect((await app.call(endpoint, {}, auditorToken)).code).toBe(0)
    const { data } = await app.call(sessionContract.grants, {}, auditorToken)
    expect(data?.modules.sysLogs).toEqual(expect.arrayContaining(['export', 'oper', 'trace', 'verify']))
    expect(JSON.stringify(data?.menus)).toContain('操作日志')

    const auditorElements = new Set(role.elements)
    const mutations = endpoints.filter(
      (endpoint) => auditorElements.has(toPermission(endpoint) ?? '') && isMutation(endpoint),
    )
    // A batch also requires the right to its action.
    expect(mutations).toEqual([userBatchContract.batch])
    const body = { action: 'lock' as const, ids: [user.id], params: { reason: '试一试' } }
    expect((await app.call(userBatchContract.batch, { body }, auditorToken)).code).toBe(403)
    expect((await app.call(rolesContract.create, { body: { name: '自己的' } }, auditorToken)).code).toBe(403)
  })

  it('cannot be edited, locked or deleted', async () => {
    const { companyId, token } = await createCompany('守着的公司')
    const { id, name } = await auditorIn(companyId)
    const params = { id }
    const version = 1
    const tried = [
      await app.call(rolesContract.update, { params, body: { name: String(name), version } }, token),
      await app.call(roleGrantsContract.updateElements, { params, body: { ids: [], version } }, token),
      await app.call(rolesContract.lock, { params }, token),
      await app.call(rolesContract.remove, { params }, token),
    ]
    expect(tried.map(({ code }) => code)).toEqual(tried.map(() => 2006))
  })

  it('loses elements that mutate in this version at start, and gains newly read-only ones in the rollout', async () => {
    const { companyId } = await createCompany('换版本的公司')
    const before = (await auditorIn(companyId)).elements
    // Simulates the flags written by another version.
    await app.sql(`update elements set reads = not reads where code in ('sysUsers:edit', 'sysUsers:get')`)
    await app.sql(
      `update role_elements set element = 'sysUsers:edit' where element = 'sysUsers:get'
       and role_id = (select id from roles where company_id = $1 and code = 'company-auditor')`,
      [companyId],
    )
    await app.database.transact(platform, alignStandardPlan)
    expect((await auditorIn(companyId)).elements).toEqual(before.filter((element) => element !== 'sysUsers:get'))
    await rollOutStandardPlan(app.database, () => undefined)
    expect((await auditorIn(companyId)).elements).toEqual(before)
    // Nothing changed, so nothing is written.
    const epoch = await app.sql('select epoch from registry_epoch')
    await app.database.transact(platform, alignStandardPlan)
    expect(await app.sql('select epoch from registry_epoch')).toEqual(epoch)
  })
})
