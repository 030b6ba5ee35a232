import { randomUUID } from 'node:crypto'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
const exported = (body: object, by: string) => app.call(rolesContract.exportRoles, { body }, by)
const toLines = ({ raw }: { raw: Buffer }) => raw.toString('utf8').trimEnd().split('\r\n')

describe('the export of roles', () => {
  it('is a CSV file of the filtered roles of the company', async () => {
    const companyId = await buildCompany(app, randomUUID())
    const companyAdmin = await buildUser(app, { companyId, permissions: ['sysRoles:list', 'sysRoles:export'] })
    const token = await app.signIn(companyAdmin)
    await app.sql(
      `insert into roles (company_id, id, code, name, type, description) values ($1, gen_random_uuid(), 'tpl', '=1+1', 'template', '描,述')`,
      [companyId],
    )
    await buildUser(app, { companyId: await buildCompany(app, randomUUID()) })
    const [head, ...lines] = toLines(await exported({ 'f.type': 'template' }, token))
    expect(head).toBe('\uFEFF角色,编码,类型,成员,状态,数据范围,上级角色,描述,创建时间')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^'=1\+1,tpl,模板,0,正常,.*,,"描,述",\d{4}-/)
    const { data } = await app.call(rolesContract.list, { query: { size: 100 } }, token)
    const names = toLines(await exported({}, token)).slice(1)
    expect(names).toHaveLength(data?.length ?? -1)
    expect(toLines(await exported({ search: companyAdmin.roleName }, token))[1]).toContain(`${companyAdmin.roleName},`)
    const audited = await app.sql(
      `select after from audit_log where company_id = $1 and event = 'roles.exported' order by seq`,
      [companyId],
    )
    expect(audited[0]?.after).toEqual({ search: '', type: 'template', rows: 1 })
  })

  it('requires its own permission', async () => {
    const companyId = await buildCompany(app, randomUUID())
    const reader = await app.signIn(await buildUser(app, { companyId, permissions: ['sysRoles:list'] }))
    expect((await exported({}, reader)).status).toBe(403)
  })
})
