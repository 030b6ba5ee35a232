import { randomUUID } from 'node:crypto'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { readWorkbook } from '../../../../test/read-workbook.ts'

const { create, exportOrganizations } = organizationsContract
const permissions = ['sysOrgs:list', 'sysOrgs:add', 'sysOrgs:export']

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
const signInNew = async (rights = permissions) =>
  app.signIn(await buildUser(app, { companyId: await buildCompany(app, randomUUID()), permissions: rights }))
const write = { code: '', kind: 'dept', phone: '', email: '', status: 1 } as const
const add = async (token: string, name: string, parent: string | null) =>
  (await app.call(create, { body: { ...write, name, parent } }, token)).data?.id ?? ''

describe('the export of organisations', () => {
  it('holds the tree of the company, parents first, with paths and labels', async () => {
    const [token, foreign] = [await signInNew(), await signInNew()]
    const head = await add(token, '总公司', null)
    const finance = await add(token, '财务部', head)
    await add(token, '会计组', finance)
    await add(foreign, '别家', null)
    const body = { format: 'xlsx' as const, columns: ['name', 'parent', 'kind', 'status'] }
    const { 组织: rows } = await readWorkbook((await app.call(exportOrganizations, { body }, token)).raw)
    expect(rows).toEqual([
      ['组织名称', '上级组织', '类型', '状态'],
      ['总公司', null, '部门', '启用'],
      ['财务部', '总公司', '部门', '启用'],
      ['会计组', '总公司 / 财务部', '部门', '启用'],
    ])
  })
  it('requires its own permission', async () => {
    const token = await signInNew(['sysOrgs:list'])
    expect((await app.call(exportOrganizations, { body: {} }, token)).status).toBe(403)
  })
})
