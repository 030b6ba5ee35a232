import { randomUUID } from 'node:crypto'
import { excelsContract } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { readWorkbook } from '../../../../test/read-workbook.ts'
import { builtinId } from './template.ts'

const { list, get, entities, create, update, remove, meta, updateMeta, file } = excelsContract
const templates = ['list', 'add', 'edit', 'delete', 'meta', 'run'].map((operation) => `sysExcels:${operation}`)
const permissions = [...templates, 'sysPosts:add', 'sysPosts:edit', 'sysUsers:add', 'sysDicts:add', 'sysOrgs:add']

let app: TestApp
let companyId: string
let token: string
beforeAll(async () => {
  app = await createTestApp()
})
const signInNew = async (rights: string[] = permissions) => {
  companyId = await buildCompany(app, randomUUID())
  return app.signIn(await buildUser(app, { companyId, permissions: rights }))
}
beforeEach(async () => {
  token = await signInNew()
})
const post = builtinId('post')
const write = { name: '岗位表', code: 'posts', mode: 'upsert' as const, keys: ['code'], status: 1 as const }
const add = async (body: object = {}, by = token) =>
  (await app.call(create, { body: { ...write, entity: 'post', ...body } }, by)).data?.id ?? ''
const readMeta = async (id: string, by = token) => {
  const { data } = await app.call(meta, { params: { id } }, by)
  if (!data) throw new Error('no columns')
  return data
}
const download = async (id: string, by = token) => readWorkbook((await app.call(file, { params: { id } }, by)).raw)

describe('templates', () => {
  it('are built in for every kind of data that the caller may import', async () => {
    const rows = (await app.call(list, { query: {} }, token)).data ?? []
    expect(rows.map(({ entity }) => entity).sort()).toEqual(['dictItem', 'organization', 'post', 'user'])
    expect(rows.every(({ builtin, stored, version }) => builtin && !stored && version === 0)).toBe(true)
    const found = (await app.call(entities, {}, token)).data ?? []
    expect(found.find(({ entity }) => entity === 'post')?.keys).toEqual([
      [{ field: 'code', title: '编码' }],
      [{ field: 'name', title: '岗位名称' }],
    ])
    const few = await signInNew([...templates, 'sysPosts:add'])
    expect((await app.call(list, { query: {} }, few)).data?.map(({ entity }) => entity)).toEqual(['post'])
    expect((await app.call(get, { params: { id: builtinId('user') } }, few)).code).toBe(404)
    expect((await app.call(file, { params: { id: builtinId('user') } }, few)).code).toBe(404)
  })

  it('are stored when they are changed, and built in again when the change is deleted', async () => {
    const body = { ...write, name: '改名', code: 'renamed', version: 0 }
    expect((await app.call(update, { params: { id: post }, body }, token)).code).toBe(0)
    expect((await app.call(get, { params: { id: post } }, token)).data).toMatchObject({
      name: '改名',
      builtin: true,
      stored: true,
      version: 2,
    })
    expect((await app.call(update, { params: { id: post }, body }, token)).code).toBe(409)
    expect((await app.call(remove, { params: { id: post } }, token)).code).toBe(0)
    expect((await app.call(get, { params: { id: post } }, token)).data).toMatchObject({ stored: false, version: 0 })
    expect((await app.call(remove, { params: { id: post } }, token)).code).toBe(8258)
  })

  it('are of one company', async () => {
    const id = await add()
    await app.call(update, { params: { id: post }, body: { ...write, code: 'mine', version: 0 } }, token)
    const other = await signInNew()
    expect((await app.call(get, { params: { id } }, other)).code).toBe(404)
    expect((await app.call(meta, { params: { id } }, other)).code).toBe(404)
    expect((await app.call(file, { params: { id } }, other)).code).toBe(404)
    expect((await app.call(remove, { params: { id } }, other)).code).toBe(404)
    expect((await app.call(get, { params: { id: post } }, other)).data).toMatchObject({ stored: false, code: 'post' })
    expect(await add({}, other)).not.toBe('')
  })

  it('have a code of their own, keys of their data, and data that the caller may import', async () => {
    await add()
    const refused = async (body: object) => {
      const answer = await app.call(create, { body: { ...write, entity: 'post', code: 'other', ...body } }, token)
      return [answer.code, answer.errors?.[0]?.field]
    }
    expect(await refused({ code: 'posts' })).toEqual([8250, 'code'])
    expect(await refused({ keys: ['level'] })).toEqual([8256, 'keys'])
    expect(await refused({ keys: [] })).toEqual([8256, 'keys'])
    expect(await refused({ keys: [], mode: 'insert' })).toEqual([0, undefined])
    expect(await refused({ entity: 'role' })).toEqual([8251, 'entity'])
    expect(await refused({ entity: 'signInLog' })).toEqual([8251, 'entity'])
  })

  it('are found by search, data and status', async () => {
    await add({ status: 0, code: 'off' })
    const codes = async (query: object) => (await app.call(list, { query }, token)).data?.map(({ code }) => code)
    expect(await codes({ search: '岗位表' })).toEqual(['off'])
    expect(await codes({ 'f.entity': 'post' })).toEqual(['post', 'off'])
    expect(await codes({ 'f.status': '0' })).toEqual(['off'])
    expect(await codes({ page: 2, size: 1, 'f.entity': 'post' })).toEqual(['off'])
  })
})

describe('the columns of a template', () => {
  it('begin with the fields of the data, as strict as the endpoint', async () => {
    const { columns, fields, version } = await readMeta(post)
    expect(version).toBe(0)
    expect(columns).toMatchObject([
      { field: 'name', title: '岗位名称', required: true, maxLength: 30 },
      { field: 'code', title: '编码', required: true },
      { field: 'level', title: '级别', required: true },
    ])
    expect(fields.find(({ field }) => field === 'level')?.options.length).toBeGreaterThan(1)
    const users = await readMeta(builtinId('user'))
    expect(users.columns.find(({ field }) => field === 'account')?.required).toBe(true)
    expect(users.columns.find(({ field }) => field === 'phone')?.required).toBe(false)
  })

  it('are replaced as a whole, in their order, under the next version', async () => {
    const { columns } = await readMeta(post)
    const [name, code, level] = columns
    const written = [
      { ...code, title: '岗位编号', unique: true, maxLength: 10, pattern: '[a-z]{2,}', default: 'gw' },
      { ...name, title: '=岗位', note: '全称' },
      { ...level, width: 9 },
    ] as typeof columns
    expect(
      (await app.call(updateMeta, { params: { id: post }, body: { columns: written, version: 0 } }, token)).code,
    ).toBe(0)
    const stored = await readMeta(post)
    expect([stored.columns, stored.version]).toEqual([written, 2])
    expect((await app.call(updateMeta, { params: { id: post }, body: { columns, version: 0 } }, token)).code).toBe(409)
    const [row] = await app.sql(
      `select before, after from audit_log where company_id = $1 and event = 'excel.columnsChanged' and ok`,
      [companyId],
    )
    expect(row).toEqual({
      before: { columns: ['岗位名称', '编码', '级别'] },
      after: { columns: ['岗位编号', '=岗位', '级别'] },
    })
    expect((await download(post)).岗位?.[0]).toEqual(['岗位编号', '=岗位', '级别'])
  })

  it('are refused by name', async () => {
    const { columns } = await readMeta(post)
    const refused = async (change: (of: typeof columns) => unknown) => {
      const body = { columns: change(structuredClone(columns)) as typeof columns, version: 0 }
      const answer = await app.call(updateMeta, { params: { id: post }, body }, token)
      return [answer.code, answer.errors?.[0]?.field]
    }
    const part = (at: number, changed: object) => (of: typeof columns) =>
      of.map((each, n) => (n === at ? { ...each, ...changed } : each))
    expect(await refused(part(1, { field: 'createTime' }))).toEqual([8252, 'columns.1.field'])
    for (const pattern of ['(', '(?=a)', '(a|b|c|d){0,900}'])
      expect(await refused(part(1, { pattern }))).toEqual([8261, 'columns.1.pattern'])
    expect(await refused(part(1, { field: 'name' }))).toEqual([8253, 'columns.1.field'])
    expect(await refused(part(2, { title: '编码' }))).toEqual([8254, 'columns.2.title'])
    expect(await refused(part(0, { minLength: 9, maxLength: 3 }))).toEqual([8257, 'columns.0.maxLength'])
    expect(await refused((of) => of.slice(1))).toEqual([8255, 'columns'])
    expect(await refused(() => [])).toEqual([400, 'columns'])
    expect(await refused(part(0, { width: 999 }))).toEqual([400, 'columns.0.width'])
  })

  it('name no field that is hidden from the caller, and keep its column', async () => {
    const user = builtinId('user')
    const { columns } = await readMeta(user)
    const renamed = columns.map((column) => (column.field === 'phone' ? { ...column, title: '移动电话' } : column))
    await app.call(updateMeta, { params: { id: user }, body: { columns: renamed, version: 0 } }, token)
    await app.sql(
      `insert into elements (id, code, module, operation, name, kind, field, risk)
       values (gen_random_uuid(), 'sysUsers:seePhone', 'sysUsers', 'seePhone', '看手机号', 'field',
         '{"resource":"users","name":"phone","effect":"hide"}', 'low')`,
    )
    try {
      const restricted = await app.signIn(
        await buildUser(app, { companyId, permissions: [...templates, 'sysUsers:add'] }),
      )
      const seen = await readMeta(user, restricted)
      expect(JSON.stringify(seen)).not.toMatch(/phone|移动电话|手机/)
      expect(JSON.stringify(await download(user, restricted))).not.toMatch(/phone|移动电话|手机/)
      const body = { columns: seen.columns, version: seen.version }
      expect((await app.call(updateMeta, { params: { id: user }, body }, restricted)).code).toBe(0)
      const keys = { ...write, entity: 'user', code: 'probing', keys: ['phone'] }
      expect((await app.call(create, { body: keys }, restricted)).code).toBe(8256)
    } finally {
      await app.sql(`delete from elements where code = 'sysUsers:seePhone'`)
    }
    expect((await readMeta(user)).columns.at(-1)).toMatchObject({ field: 'phone', title: '移动电话' })
  })
})

describe('the workbook of a template', () => {
  it('has titles, an explanation and a hidden mark of template, version and company', async () => {
    const { 岗位: rows, 说明: help, __meta: mark } = await download(post)
    expect(rows).toEqual([['岗位名称', '编码', '级别']])
    expect(help?.[1]).toEqual(['岗位名称', '必填，最多 30 个字符', null, '会计'])
    expect(help?.at(-1)).toEqual(['导入方式', '按编码查找岗位，找到则修改，没有则新增'])
    const company = mark?.find(([key]) => key === 'company')?.[1]
    expect(mark).toEqual([
      ['template', post],
      ['version', '0'],
      ['entity', 'post'],
      ['company', expect.stringMatching(/^[0-9a-f]{16}$/)],
      ['fields', 'name', 'code', 'level'],
    ])
    const other = await signInNew()
    expect((await download(post, other)).__meta?.find(([key]) => key === 'company')?.[1]).not.toBe(company)
  })

  it('is not sent while the template is stopped', async () => {
    const id = await add({ status: 0 })
    expect((await app.call(file, { params: { id } }, token)).code).toBe(8260)
  })
})
