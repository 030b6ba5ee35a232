import {
  buildTenant,
  buildUser,
  createTestApp,
  explainContract,
  sessionContract,
  type TestApp,
  tenantsContract,
} from '@atrium/kit/test'
import { beforeAll, describe, expect, it } from 'vitest'
import { categoriesContract } from '../categories/categories.contract.ts'

const sentence = '“资产管理”已对本公司停用，可联系平台运营启用'

let app: TestApp
let operator: string
let companyId: string
let token: string
let neighbour: string
beforeAll(async () => {
  app = await createTestApp()
  operator = await app.signIn()
  companyId = await buildTenant(app, '甲公司')
  const rights = {
    permissions: ['assetsCategories:list', 'assetsCategories:add', 'sysExplain:view'],
    menus: ['assets', 'assets.categories'],
  }
  token = await app.signIn(await buildUser(app, { companyId, ...rights }))
  neighbour = await app.signIn(await buildUser(app, { companyId: await buildTenant(app, '乙公司'), ...rights }))
  const body = { name: '电脑', code: 'computer', months: 36, residualPercent: 5 }
  await app.call(categoriesContract.create, { body }, token)
})

const switchTo = async (on: boolean) => {
  const { code } = await app.call(
    tenantsContract.switchModule,
    { params: { id: companyId }, body: { module: 'assets', on } },
    operator,
  )
  expect(code).toBe(0)
}
const list = (as = token) => app.call(categoriesContract.list, { query: {} }, as)
const shownMenus = async (as = token) => JSON.stringify((await app.call(sessionContract.grants, {}, as)).data?.menus)

describe('a module that is switched off for a company', () => {
  it('refuses calls with the reason, hides its menus, keeps its rows, and returns', async () => {
    expect([(await list()).total, await shownMenus()]).toEqual([1, expect.stringContaining('assets/categories')])
    await switchTo(false)
    expect(await list()).toMatchObject({ status: 403, code: 403, msg: sentence })
    expect(await shownMenus()).not.toContain('assets')
    expect(await app.sql('select name from assets.categories where company_id = $1', [companyId])).toHaveLength(1)
    await switchTo(true)
    expect([(await list()).total, await shownMenus()]).toEqual([1, expect.stringContaining('assets/categories')])
  })
  it('is on for other companies', async () => {
    await switchTo(false)
    expect([(await list(neighbour)).code, await shownMenus(neighbour)]).toEqual([0, expect.stringContaining('assets')])
    await switchTo(true)
  })
  it('is named by the explanation, which offers no role', async () => {
    await switchTo(false)
    const { traceId } = await list()
    const explained = () => app.call(explainContract.explain, { query: { traceId } }, token)
    await expect.poll(async () => (await explained()).code).toBe(0)
    const { data } = await explained()
    expect([data?.now.allowed, data?.advice]).toEqual([false, sentence])
    expect(data?.denial?.steps).toContainEqual({ step: 'module', ok: false, detail: sentence })
    const own = await app.call(explainContract.mine, { query: { traceId } }, token)
    expect(own.data).toMatchObject({ allowedNow: false, requestable: false })
    await switchTo(true)
  })
  it('is shown to the operator with its state, and unknown ones are refused', async () => {
    const read = async () =>
      (await app.call(tenantsContract.tenant, { params: { id: companyId } }, operator)).data?.modules
    expect(await read()).toEqual([{ name: 'assets', title: '资产管理', on: true }])
    await switchTo(false)
    expect(await read()).toEqual([{ name: 'assets', title: '资产管理', on: false }])
    await switchTo(true)
    const unknown = { params: { id: companyId }, body: { module: 'nothing', on: false } }
    expect((await app.call(tenantsContract.switchModule, unknown, operator)).code).toBe(3034)
  })
  it('is audited by its title', async () => {
    await switchTo(false)
    await switchTo(true)
    const rows = await app.sql(
      `select before, after from audit_log where event = 'tenant.moduleSwitched' and entity_id = $1 order by seq desc limit 2`,
      [companyId],
    )
    expect(rows.map(({ after }) => after)).toEqual([
      { module: '资产管理', on: true },
      { module: '资产管理', on: false },
    ])
  })
})
