import { randomUUID } from 'node:crypto'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { readWorkbook } from '../../../../test/read-workbook.ts'

const { create, exportPosts } = postsContract
const permissions = ['sysPosts:list', 'sysPosts:add', 'sysPosts:export']

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
const signInNew = async (rights = permissions) =>
  app.signIn(await buildUser(app, { companyId: await buildCompany(app, randomUUID()), permissions: rights }))
const add = async (token: string, name: string, code: string) =>
  (await app.call(create, { body: { name, code, level: 1 } }, token)).data?.id ?? ''

describe('the export of posts', () => {
  it('holds the found posts of the company with the labels of their levels', async () => {
    const [token, foreign] = [await signInNew(), await signInNew()]
    await add(token, '会计', '007')
    await add(token, '经理', 'manager')
    await add(foreign, '别家会计', 'foreign')
    const [label] = await app.sql(
      `select dict_items.name from dict_items join dict_groups on dict_groups.id = group_id
       where dict_groups.code = 'postLevel' and dict_items.code = '1'`,
    )
    const body = { format: 'xlsx' as const, columns: ['name', 'code', 'level'] }
    const all = await readWorkbook((await app.call(exportPosts, { body }, token)).raw)
    expect(all.岗位).toEqual([
      ['岗位名称', '编码', '级别'],
      ['会计', '007', label?.name],
      ['经理', 'manager', label?.name],
    ])
    const csv = await app.call(exportPosts, { body: { search: '会计' } }, token)
    expect(csv.raw.toString('utf8')).toMatch(
      new RegExp(`^\uFEFF岗位名称,编码,级别,创建人,创建时间\r\n会计,007,${label?.name},张伟,\\d{4}-[^\r]*\r\n$`),
    )
  })

  it('holds ticked posts alone', async () => {
    const token = await signInNew()
    const [one] = [await add(token, '一', 'one'), await add(token, '二', 'two')]
    const body = { format: 'xlsx' as const, ids: [one], columns: ['code'] }
    expect((await readWorkbook((await app.call(exportPosts, { body }, token)).raw)).岗位).toEqual([['编码'], ['one']])
  })

  it('requires its own permission', async () => {
    const token = await signInNew(['sysPosts:list'])
    expect((await app.call(exportPosts, { body: {} }, token)).status).toBe(403)
  })
})
