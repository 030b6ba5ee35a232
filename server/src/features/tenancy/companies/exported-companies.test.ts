import { randomUUID } from 'node:crypto'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildTenant, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

let app: TestApp
let root: string
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
})
const exportCompanies = (body: object, by = root) => app.call(companiesContract.exportCompanies, { body }, by)
const toLines = ({ raw }: { raw: Buffer }) => raw.toString('utf8').trimEnd().split('\r\n')

describe('the export of companies', () => {
  it('is a CSV file of the companies found by search and filters', async () => {
    const word = randomUUID().slice(0, 8)
    for (const name of [`甲${word}`, `乙${word}`]) await buildTenant(app, name)
    await app.sql(`update companies set locked_at = now(), lock_reason = '欠费' where name = $1`, [`乙${word}`])
    const [head, ...lines] = toLines(await exportCompanies({ search: word }))
    expect(head).toBe(
      '\uFEFF公司,简称,编码,状态,锁定原因,上级公司,租户状态,套餐,用户数,用户上限,管理员账号,管理员姓名,到期时间,创建时间',
    )
    expect(lines.map((line) => line.split(',')[0]).sort()).toEqual([`乙${word}`, `甲${word}`].sort())
    const locked = toLines(await exportCompanies({ search: word, 'f.status': '2' })).slice(1)
    expect(locked.map((line) => line.split(',').slice(0, 5))).toEqual([[`乙${word}`, '', '', '锁定', '欠费']])
    const audited = await app.sql(
      `select after from audit_log where company_id = $1 and event = 'companies.exported' order by seq desc limit 1`,
      [await readPlatformCompany(app)],
    )
    expect(audited[0]?.after).toEqual({ search: word, status: '2', rows: 1 })
  })

  it("is the platform's only and requires its own permission", async () => {
    const companyId = await buildTenant(app, `客户${randomUUID()}`)
    const foreign = await buildUser(app, { companyId, permissions: ['sysCompanys:export'] })
    expect(toLines(await exportCompanies({}, await app.signIn(foreign)))[0]).not.toContain('公司,简称')
    const reader = await buildUser(app, {
      companyId: await readPlatformCompany(app),
      permissions: ['sysCompanys:list'],
    })
    expect((await exportCompanies({}, await app.signIn(reader))).status).toBe(403)
  })
})
