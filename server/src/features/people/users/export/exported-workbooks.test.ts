import { randomUUID } from 'node:crypto'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import { readWorkbook } from '../../../../../test/read-workbook.ts'

const { exportUsers } = usersContract
const permissions = ['sysUsers:list', 'sysUsers:export']

let app: TestApp
let companyId: string
let admin: Awaited<ReturnType<typeof buildUser>>
let token: string
let phone: string
let phones = 0
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  phones += 1
  phone = `1381234${5000 + phones}`
  companyId = await buildCompany(app, `导出公司${randomUUID().slice(0, 8)}`)
  admin = await buildUser(app, { companyId, permissions, phone })
  token = await app.signIn(admin)
  await app.sql(`update users set created_at = '2026-11-26 01:30:00+00', name = '=1+1' where id = $1`, [admin.id])
})

type Body = NonNullable<Parameters<typeof app.call<typeof exportUsers>>[1]['body']>
const requestExport = (body: Body, by = token) =>
  app.call(exportUsers, { body: { format: 'xlsx', ...body } }, by, { 'x-time-zone': 'Asia/Shanghai' })
const exported = async (body: Body, by?: string) => readWorkbook((await requestExport(body, by)).raw)

describe('an exported workbook', () => {
  it('holds typed cells of the asked columns in their order, and says what it is', async () => {
    const other = await buildUser(app, { companyId })
    const answer = await requestExport({
      'f.roleId': admin.roleId,
      columns: ['createTime', 'name', 'phone', 'status', 'createTime'],
    })
    expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    const { 用户: rows, 导出说明: notes } = await readWorkbook(answer.raw)
    expect(rows).toEqual([
      ['创建时间', '姓名', '手机号', '状态'],
      [{ date: '2026-11-26T09:30:00' }, '=1+1', phone.replace(/^(...)....(.*)$/, '$1****$2'), '正常'],
    ])
    const [company] = await app.sql('select name from companies where id = $1', [companyId])
    expect(notes).toEqual([
      ['项目', '内容'],
      ['导出内容', '用户'],
      ['公司', company?.name],
      ['导出人', `=1+1（${admin.account}）`],
      ['导出时间', expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)],
      ['时区', 'Asia/Shanghai'],
      ['筛选条件', `角色：${admin.roleName}`],
      ['条数', '1'],
    ])
    expect(JSON.stringify(rows)).not.toContain(other.account)
  })

  it('holds ticked rows alone, and none of another company', async () => {
    const [one, two] = [await buildUser(app, { companyId }), await buildUser(app, { companyId })]
    const foreign = await buildUser(app, { companyId: await buildCompany(app, randomUUID()) })
    const { 用户: rows, 导出说明: notes } = await exported({
      ids: [two.id, foreign.id, randomUUID()],
      columns: ['account'],
    })
    expect(rows).toEqual([['账号'], [two.account]])
    expect(notes).toContainEqual(['筛选条件', '勾选 3 条'])
    expect(notes).toContainEqual(['条数', '1'])
    expect((await exported({ ids: [one.id], search: two.account, columns: ['account'] })).用户).toEqual([['账号']])
    expect((await requestExport({ ids: [] })).code).toBe(400)
    expect((await requestExport({ ids: ['1'] })).code).toBe(400)
  })

  it('says what was exported in the audit log', async () => {
    await exported({ columns: ['account', 'name'], ids: [admin.id] })
    const [row] = await app.sql(
      `select after from audit_log where company_id = $1 and event = 'users.exported' order by seq desc limit 1`,
      [companyId],
    )
    expect(row?.after).toEqual({ search: '', ticked: 1, columns: ['账号', '姓名'], format: 'xlsx', rows: 1 })
  })

  it('has no column that is only imported, and none that is unknown', async () => {
    for (const columns of [['idCard'], ['email'], ['passwordHash'], [], ['__proto__']])
      expect((await requestExport({ columns })).code).toBe(400)
    expect((await requestExport({ format: 'pdf' as 'csv' })).code).toBe(400)
  })
})
