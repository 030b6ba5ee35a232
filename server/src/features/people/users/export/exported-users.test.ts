import { randomUUID } from 'node:crypto'
import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'

const { exportUsers, list } = usersContract
const permissions = ['sysUsers:list', 'sysUsers:export', 'sysLogs:oper']

let app: TestApp
let companyId: string
let admin: Awaited<ReturnType<typeof buildUser>>
let token: string
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  companyId = await buildCompany(app, randomUUID())
  admin = await buildUser(app, { companyId, permissions })
  token = await app.signIn(admin)
})

const add = async (name: string, phone?: string) => {
  const user = await buildUser(app, { companyId, ...(phone !== undefined && { phone }) })
  await app.sql('update users set name = $2 where id = $1', [user.id, name])
  return user
}
const requestExport = (body = {}, by = token) => app.call(exportUsers, { body }, by)
const toLines = ({ raw }: { raw: Buffer }) => raw.toString('utf8').trimEnd().split('\r\n')
const accounts = async (body = {}, by = token) =>
  toLines(await requestExport(body, by))
    .slice(1)
    .map((line) => line.split(',')[0])

describe('user export', () => {
  it('writes a CSV file, masked like the list and safe against formula injection', async () => {
    const { account } = await add('=cmd|calc', '13812345678')
    const answer = await requestExport({ search: account })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, line, ...rest] = toLines(answer)
    expect(head).toBe(
      '\uFEFF账号,姓名,手机号,组织,角色,状态,锁定原因,二次验证,最近登录,登录地址,归属地,到期时间,创建时间',
    )
    expect(line).toMatch(
      new RegExp(`^${account},'=cmd\\|calc,138\\*{4}5678,,测试角色.*,正常,,,,,,,\\d{4}-\\d\\d-\\d\\d `),
    )
    expect(rest).toEqual([])
  })

  it('applies search and filters like the list', async () => {
    const [zhang, wang] = [await add('张小明', '13912345670'), await add('王芳')]
    await app.sql(`update users set status = 0 where id = $1`, [wang.id])
    expect(await accounts({ search: '小明' })).toEqual([zhang.account])
    expect(await accounts({ search: '13912345670' })).toEqual([zhang.account])
    expect(await accounts({ 'f.status': '0' })).toEqual([wang.account])
    expect(await accounts({ 'f.status': '0', search: '小明' })).toEqual([])
    expect((await requestExport({ 'f.status': '9' })).code).toBe(400)
    expect(await accounts()).toHaveLength(3)
  })

  it('exports every row across batches', async () => {
    await app.sql(
      `insert into users (company_id, id, account, name, password_hash)
       select $1, gen_random_uuid(), 'many' || n, '多', '' from generate_series(1, 1203) n`,
      [companyId],
    )
    const found = await accounts({ search: 'many' })
    expect(found).toHaveLength(1203)
    expect(new Set(found).size).toBe(1203)
  })

  it('contains only users visible in the list and none of other companies', async () => {
    const own = await add('本人创建')
    await app.sql(`update users set created_by = jsonb_build_object('id', $2::text, 'name', '') where id = $1`, [
      own.id,
      admin.id,
    ])
    await add('别人创建')
    await buildUser(app, { companyId: await buildCompany(app, randomUUID()) })
    const { id } = await add('已删除')
    await app.sql(`update users set deleted_at = now() where id = $1`, [id])
    for (const scope of ['all', 'self']) {
      await app.sql('update roles set data_scope = $2 where id = $1', [admin.roleId, scope])
      const by = await app.signIn(admin)
      const listed = (await app.call(list, { query: { size: 100 } }, by)).data?.map(({ account }) => account) ?? []
      expect((await accounts({}, by)).sort()).toEqual(listed.sort())
    }
  })

  it('audits the row count and a masked search phone', async () => {
    await add('张小明', '13912345671')
    await requestExport({ search: '13912345671', 'f.status': '1' })
    const rows = (await app.call(operationLogsContract.operations, { query: {} }, token)).data
    expect(rows?.[0]).toMatchObject({
      action: 'users.exported',
      entityName: '用户',
      after: { search: '139****5671', status: '1', rows: 1 },
    })
  })

  it('requires its own permission', async () => {
    const reader = await app.signIn(await buildUser(app, { companyId, permissions: ['sysUsers:list'] }))
    expect((await requestExport({}, reader)).status).toBe(403)
  })
})
