import { randomUUID } from 'node:crypto'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import {
  type CustomFieldWrite,
  customFieldsContract,
} from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import { customFieldsErrors } from '@atrium/contract/features/system/custom-fields/custom-fields.errors.ts'
import { offeredFieldsContract } from '@atrium/contract/features/system/custom-fields/offered-fields.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import type { CustomInputs } from '@atrium/contract/kernel/custom-fields.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { readWorkbook } from '../../../../test/read-workbook.ts'

const rights = [
  ...['list', 'add', 'edit', 'delete'].map((operation) => `sysCustomFields:${operation}`),
  ...['list', 'add', 'edit', 'export'].map((operation) => `sysOrgs:${operation}`),
  ...['list', 'add', 'edit'].map((operation) => `openApps:${operation}`),
]
let app: TestApp
let operator: string
beforeAll(async () => {
  app = await createTestApp()
  operator = await app.signIn()
})

const buildAdmin = async () => {
  const companyId = await buildCompany(app, randomUUID())
  const user = await buildUser(app, { companyId, permissions: rights })
  return { ...user, companyId, token: await app.signIn(user) }
}
const define = (token: string, of: Pick<CustomFieldWrite, 'entity' | 'key' | 'name'> & Partial<CustomFieldWrite>) =>
  app.call(
    customFieldsContract.create,
    { body: { kind: 'text', help: '', pattern: '', dictionary: '', searchable: true, ...of } },
    token,
  )
const offered = async (token: string, entity: string) =>
  (await app.call(offeredFieldsContract.offered, { params: { entity } }, token)).data?.map(({ key }) => key)
const readLog = async (event: string, id: string) =>
  (
    await app.sql('select before, after from audit_log where event = $1 and entity_id = $2 order by seq desc limit 1', [
      event,
      id,
    ])
  )[0]

describe('companies', () => {
  const body = (name: string, custom: CustomInputs) => ({
    name,
    custom,
    admin: { account: `a${randomUUID().slice(0, 8)}`, name: '管理员' },
  })

  it('have fields of the platform, which customers do not learn of', async () => {
    const { token, id: stranger } = await buildAdmin()
    const [own] = await app.sql(`select id from users where account = 'admin'`)
    expect(await define(operator, { entity: 'company', key: 'tier', name: '客户等级' })).toMatchObject({ code: 0 })
    await define(operator, { entity: 'company', key: 'keeper', name: '客户经理', kind: 'person' })
    await define(operator, { entity: 'company', key: 'contractNo', name: '合同号', unique: true })
    await expect.poll(() => offered(operator, 'company')).toEqual(['tier', 'keeper', 'contractNo'])
    expect(await offered(token, 'company')).toEqual([])
    const listed = await app.call(customFieldsContract.list, { query: { 'f.entity': 'company' } }, token)
    expect(listed).toMatchObject({ code: 0, data: [], total: 0 })
    expect(await define(token, { entity: 'company', key: 'x', name: '字段' })).toMatchObject(
      customFieldsErrors.noSuchEntity,
    )

    const [first, second] = [randomUUID(), randomUUID()]
    const create = (name: string, custom: CustomInputs) =>
      app.call(companiesContract.create, { body: body(name, custom) }, operator)
    expect(await create(first, { keeper: stranger })).toMatchObject({ errors: [{ field: 'custom.keeper' }] })
    const custom = { tier: 'A', keeper: own?.id as string, contractNo: 'H-1' }
    const { data } = await create(first, custom)
    expect(await create(second, { contractNo: 'H-1' })).toMatchObject({ errors: [{ field: 'custom.contractNo' }] })
    await create(second, { tier: 'B' })
    const id = data?.id ?? ''
    const read = async () => (await app.call(companiesContract.get, { params: { id } }, operator)).data
    expect((await read())?.custom).toEqual({ ...custom, keeper: { id: own?.id, name: expect.any(String) } })

    const list = async (query: Record<string, string>) =>
      (await app.call(companiesContract.list, { query }, operator)).data?.map(({ name }) => name)
    expect(await list({ 'f.custom': '{"tier":"A"}' })).toEqual([first])
    expect((await list({ sort: '-custom.tier' }))?.slice(0, 2)).toEqual([second, first])

    const file = await app.call(
      companiesContract.exportCompanies,
      { body: { format: 'xlsx', 'f.custom': '{"tier":"A"}', columns: ['name', 'custom.tier'] } },
      operator,
    )
    expect((await readWorkbook(file.raw)).公司).toEqual([
      ['公司', '客户等级'],
      [first, 'A'],
    ])

    const { custom: _custom, ...kept } = body(first, {})
    const version = (await read())?.version ?? 0
    const edit = { params: { id }, body: { ...kept, version, custom: { tier: 'C' } } }
    expect(await app.call(companiesContract.update, edit, operator)).toMatchObject({ code: 0 })
    expect(await readLog('company.updated', id)).toMatchObject({
      before: { 'custom.tier': 'A' },
      after: { 'custom.tier': 'C' },
    })
    const plain = { params: { id }, body: { ...kept, version: (await read())?.version ?? 0 } }
    expect(await app.call(companiesContract.update, plain, operator)).toMatchObject({ code: 0 })
    expect((await read())?.custom).toMatchObject({ tier: 'C', contractNo: 'H-1' })
  })
})

describe('organisations', () => {
  it('have fields of the platform and of their company', async () => {
    const { token, companyId } = await buildAdmin()
    const other = await buildAdmin()
    await define(operator, { entity: 'organization', key: 'costCenter', name: '成本中心' })
    await define(token, { entity: 'organization', key: 'floor', name: '楼层', kind: 'number' })
    await expect.poll(() => offered(token, 'organization')).toEqual(['costCenter', 'c_floor'])
    await expect.poll(() => offered(other.token, 'organization')).toEqual(['costCenter'])
    const create = (name: string, custom: CustomInputs, who = token) =>
      app.call(organizationsContract.create, { body: { name, kind: 'dept', status: 1, custom } }, who)
    expect(await create('财务部', { c_floor: 'x' })).toMatchObject({ errors: [{ field: 'custom.c_floor' }] })
    expect(await create('财务部', { c_floor: 1 }, other.token)).toMatchObject({ errors: [{ field: 'custom.c_floor' }] })
    const { data } = await create('财务部', { costCenter: 'F1', c_floor: 3 })
    await create('人事部', { costCenter: 'H1' })
    await create('财务部', { costCenter: 'F1' }, other.token)
    const id = data?.id ?? ''
    const read = async () => (await app.call(organizationsContract.get, { params: { id } }, token)).data
    expect((await read())?.custom).toEqual({ costCenter: 'F1', c_floor: 3 })
    const edit = { params: { id }, body: { name: '财务部', kind: 'dept', status: 1 as const, version: 1 } }
    const change = { ...edit, body: { ...edit.body, custom: { c_floor: null } } }
    expect(await app.call(organizationsContract.update, change, token)).toMatchObject({ code: 0 })
    expect((await read())?.custom).toEqual({ costCenter: 'F1' })
    expect(await readLog('organization.updated', id)).toMatchObject({ before: { 'custom.c_floor': 3 } })
    expect(await app.call(organizationsContract.get, { params: { id } }, other.token)).toMatchObject({ code: 404 })
    const file = await app.call(
      organizationsContract.exportOrganizations,
      { body: { 'f.custom': '{"costCenter":"F1"}', columns: ['name', 'custom.costCenter'] } },
      token,
    )
    expect(file.raw.toString('utf8')).toBe('\uFEFF组织名称,成本中心\r\n财务部,F1\r\n')
    expect(companyId).not.toBe(other.companyId)
  })
})

describe('applications', () => {
  it('have fields of the platform, which it sees of all companies, and of their company', async () => {
    const { token, companyId, id: owner } = await buildAdmin()
    const other = await buildAdmin()
    await define(operator, { entity: 'openApp', key: 'level', name: '安全等级' })
    await define(operator, { entity: 'openApp', key: 'contactOf', name: '对接人', kind: 'person' })
    await define(token, { entity: 'openApp', key: 'system', name: '来源系统' })
    await expect.poll(() => offered(token, 'openApp')).toEqual(['level', 'contactOf', 'c_system'])
    const create = (who: string, custom: CustomInputs) =>
      app.call(openAppsContract.create, { body: { name: '对账', custom } }, who)
    const { data } = await create(token, { level: '三级', contactOf: owner, c_system: 'ERP' })
    await create(other.token, { level: '二级' })
    const id = data?.id ?? ''
    const named = { id: owner, name: expect.any(String) }
    const read = async (who: string) => (await app.call(openAppsContract.get, { params: { id } }, who)).data?.custom
    expect(await read(token)).toEqual({ level: '三级', contactOf: named, c_system: 'ERP' })
    await expect.poll(() => read(operator)).toEqual({ level: '三级', contactOf: named })
    expect(await read(other.token)).toBeUndefined()
    const list = async (who: string, query: Record<string, string>) =>
      (await app.call(openAppsContract.list, { query }, who)).data?.map(({ company, custom }) => [
        company.id,
        custom?.level,
      ])
    expect(await list(operator, { 'f.custom': '{"level":"三级"}' })).toEqual([[companyId, '三级']])
    expect((await list(operator, { sort: 'custom.level' }))?.slice(0, 2)).toEqual([
      [companyId, '三级'],
      [other.companyId, '二级'],
    ])
    expect(await list(other.token, { 'f.custom': '{"level":"三级"}' })).toEqual([])
    expect(
      (await app.call(openAppsContract.list, { query: { 'f.custom': '{"c_system":"ERP"}' } }, operator)).code,
    ).toBe(400)
    const edit = { params: { id }, body: { name: '对账', version: 1, custom: { level: '一级' } } }
    expect(await app.call(openAppsContract.update, edit, token)).toMatchObject({ code: 0 })
    expect(await readLog('openApp.updated', id)).toMatchObject({
      before: { 'custom.level': '三级' },
      after: { 'custom.level': '一级' },
    })
  })
})
