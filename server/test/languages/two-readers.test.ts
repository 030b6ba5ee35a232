import { menusContract } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { dictionariesContract } from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { dictionaryQueryContract } from '@atrium/contract/features/system/dictionaries/dictionary-query.contract.ts'
import { plansContract, standardPlan } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../harness.ts'
import { unchecked } from '../loosely-typed.ts'

const english = { 'accept-language': 'en' }
const chinese = { 'accept-language': 'zh-CN' }

let app: TestApp
let token: string
beforeAll(async () => {
  app = await createTestApp()
  token = await app.signIn()
})

describe('what a node keeps', () => {
  it('is in the language of each reader: menus of one cached grant', async () => {
    const read = async (headers: Record<string, string>) =>
      (await app.call(sessionContract.menus, {}, token, headers)).data?.[0]?.name
    expect([await read(chinese), await read(english), await read(chinese)]).toEqual([
      '组织与成员',
      'People',
      '组织与成员',
    ])
  })

  it('has another entity tag in another language: items of a dictionary', async () => {
    const query = { groups: 'sex' }
    const first = await app.call(dictionaryQueryContract.query, { query }, token, chinese)
    const known = { 'if-none-match': String(first.headers.etag) }
    const again = await app.call(dictionaryQueryContract.query, { query }, token, { ...chinese, ...known })
    const other = await app.call(dictionaryQueryContract.query, { query }, token, { ...english, ...known })
    expect([again.status, other.status]).toEqual([304, 200])
    expect(other.data?.sex?.map(({ name }) => name)).toEqual(expect.arrayContaining(['Male', 'Female']))
  })
})

describe('the plan of an installation', () => {
  it('has the name that the migration gave it, in the language of its reader', async () => {
    const read = async (headers: Record<string, string>) =>
      (await app.call(plansContract.list, { query: {} }, token, headers)).data?.map(({ name, desc }) => ({
        name,
        desc,
      }))
    expect(await read(chinese)).toEqual([standardPlan])
    expect(await read(english)).toEqual([{ name: 'Standard', desc: expect.stringContaining('Built-in plan') }])
  })
})

describe('an edit in English', () => {
  it('keeps the source of names that it does not change', async () => {
    const { data: items } = await app.call(dictionariesContract.list, { query: { 'f.group': 'sex' } }, token, english)
    const item = items?.find(({ code }) => code === '1')
    expect(item?.name).toBe('Male')
    if (!item) return
    const { id, version, name, value, parent, color, tags, status, startTime, endTime, desc } = item
    const body = { version, name, value, parent, sort: 5, color, tags, status, startTime, endTime, desc }
    const { code } = await app.call(
      dictionariesContract.update,
      { params: { id }, body: unchecked(body) },
      token,
      english,
    )
    expect(code).toBe(0)
    const { data } = await app.call(dictionariesContract.get, { params: { id } }, token)
    expect([data?.name, data?.sort]).toEqual(['男', 5])
  })

  it('takes a name that is another one, and leaves names of administrators as they are', async () => {
    const metadata = JSON.stringify({ path: 'reports', icon: 'chart', redirect: 'noRedirect' })
    const body = { name: '用户', parent: null, kind: 'dir' as const, sort: 1, status: 1 as const, metadata }
    const added = await app.call(menusContract.create, { body }, token, english)
    const all = await app.call(menusContract.list, { query: {} }, token, english)
    const own = all.data?.filter(({ origin }) => origin === 'custom').map(({ name }) => name)
    expect([added.msg, own]).toEqual(['ok', ['用户']])
  })
})

describe('the audit log', () => {
  it('says what changed in the language of its reader', async () => {
    const { data: elements } = await app.call(elementsContract.list, { query: { search: 'sysUsers:export' } }, token)
    const [element] = elements ?? []
    if (!element) throw new Error('no element')
    const { id, version, moduleId, name, kind, sort, desc, field } = element
    const body = { version, moduleId, name, kind, risk: 'high' as const, sort, desc, field: field as null }
    await app.call(elementsContract.update, { params: { id }, body }, token, english)
    const read = async (headers: Record<string, string>) => {
      const query = { 'f.event': 'element.updated' }
      const { data } = await app.call(operationLogsContract.operations, { query }, token, headers)
      return [data?.[0]?.entityName, data?.[0]?.diff.map(({ label }) => label)]
    }
    expect(await read(english)).toEqual(['Export', ['Risk level']])
    expect(await read(chinese)).toEqual(['导出', ['风险等级']])
  })
})
