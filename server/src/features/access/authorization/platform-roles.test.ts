import { menusContract } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { userBatchContract } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import { isMutation } from '@atrium/contract/kernel/endpoint.ts'
import { toPermission } from '@atrium/contract/kernel/permission.ts'
import { beforeAll, expect, it } from 'vitest'
import { alignPlatformRoles } from '../../../../test/authorization.ts'
import { buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const platform = { reach: 'platform' } as const
let app: TestApp
let companyId: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await readPlatformCompany(app)
})

const signInWithRole = async (code: string) => {
  const user = await buildUser(app, { companyId })
  await app.sql(
    `insert into user_roles (company_id, user_id, role_id) select company_id, $2, id from roles where company_id = $1 and code = $3`,
    [companyId, user.id, code],
  )
  return app.signIn(user)
}
const readElements = async (code: string): Promise<string[]> =>
  (
    await app.sql(
      `select element from role_elements join roles on roles.company_id = role_elements.company_id and roles.id = role_id
       where roles.company_id = $1 and roles.code = $2 order by 1`,
      [companyId, code],
    )
  ).map(({ element }) => String(element))

it('the auditor sees people, roles and logs, and holds nothing that changes anything', async () => {
  const token = await signInWithRole('platform-auditor')
  for (const endpoint of [usersContract.list, rolesContract.list, menusContract.list])
    expect((await app.call(endpoint, {}, token)).code).toBe(0)
  const { data } = await app.call(sessionContract.grants, {}, token)
  expect(data?.modules.sysLogs).toEqual(expect.arrayContaining(['export', 'oper', 'trace', 'verify']))
  const auditorElements = new Set(await readElements('platform-auditor'))
  const mutations = endpoints.filter(
    (endpoint) => auditorElements.has(toPermission(endpoint) ?? '') && isMutation(endpoint),
  )
  // A batch also requires the right to its action.
  expect(mutations).toEqual([userBatchContract.batch])
  const [{ id } = {}] = await app.sql('select id from users where company_id = $1 limit 1', [companyId])
  const body = { action: 'lock' as const, ids: [String(id)], params: { reason: '试一试' } }
  expect((await app.call(userBatchContract.batch, { body }, token)).code).toBe(403)
})

it('the administrator can do everything within their own rights', async () => {
  const token = await signInWithRole('platform-admin')
  const { data } = await app.call(rolesContract.list, { query: { search: 'platform-' } }, token)
  const root = data?.find(({ code }) => code === 'platform-root')
  const user = await buildUser(app, { companyId })
  const given = await app.call(
    userRolesContract.assignRoles,
    { params: { id: user.id }, body: { roles: [{ roleId: root?.id ?? '' }], mode: 'add', version: 1 } },
    token,
  )
  expect(given.code).toBe(2005)
})

it('another version resets their rights and leaves custom roles of the same name alone', async () => {
  const before = await readElements('platform-auditor')
  await app.sql(
    `update role_elements set element = 'sysUsers:delete' where element = 'sysUsers:list'
     and role_id = (select id from roles where company_id = $1 and code = 'platform-auditor')`,
    [companyId],
  )
  await app.sql(`delete from roles where company_id = $1 and code = 'platform-admin'`, [companyId])
  await app.sql(`insert into roles (company_id, id, code, name) values ($1, gen_random_uuid(), 'own', '平台管理员')`, [
    companyId,
  ])
  await app.database.transact(platform, (db) => alignPlatformRoles(db, companyId))
  expect(await readElements('platform-auditor')).toEqual(before)
  const names = await app.sql(
    `select code, name from roles where company_id = $1 and name like '平台管理员%' order by 1`,
    [companyId],
  )
  expect(names).toEqual([
    { code: 'own', name: '平台管理员' },
    { code: 'platform-admin', name: '平台管理员（内置）' },
  ])
})
