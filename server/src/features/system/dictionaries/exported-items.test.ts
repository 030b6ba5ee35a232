import { randomUUID } from 'node:crypto'
import { dictionariesContract } from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { readWorkbook } from '../../../../test/read-workbook.ts'

const { create, exportItems, list } = dictionariesContract
const permissions = ['sysDicts:list', 'sysDicts:add', 'sysDicts:export']
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
const signInNew = async () =>
  app.signIn(await buildUser(app, { companyId: await buildCompany(app, randomUUID()), permissions }))

describe('the export of dictionary items', () => {
  it('holds the items as they apply in the company, its own included, by group and code', async () => {
    const [token, other] = [await signInNew(), await signInNew()]
    const own = { group: 'industry', code: 'own-item', name: '=本公司', value: '', sort: 5, desc: '' }
    const item = {
      ...own,
      parent: null,
      color: 'good' as const,
      tags: {},
      status: 1 as const,
      startTime: null,
      endTime: null,
    }
    expect((await app.call(create, { body: item }, token)).code).toBe(0)
    const exported = async (by: string) => {
      const body = {
        'f.group': 'industry',
        format: 'xlsx' as const,
        columns: ['code', 'name', 'sort', 'color', 'status'],
      }
      return (await readWorkbook((await app.call(exportItems, { body }, by)).raw)).字典项 ?? []
    }
    const rows = await exported(token)
    expect(rows).toContainEqual(['own-item', '=本公司', 5, '绿色', '启用'])
    const { total } = await app.call(list, { query: { 'f.group': 'industry' } }, token)
    expect(rows).toHaveLength((total ?? 0) + 1)
    expect(await exported(other)).toEqual(rows.filter(([code]) => code !== 'own-item'))
  })
})
