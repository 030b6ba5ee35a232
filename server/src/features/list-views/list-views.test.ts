import { listSettingsContract } from '@atrium/contract/features/list-views/list-settings.contract.ts'
import { listViewsContract } from '@atrium/contract/features/list-views/list-views.contract.ts'
import { maxViews } from '@atrium/contract/features/list-views/max-views.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { createVisitStage } from '../../../test/visit-stage.ts'

const { settings } = listSettingsContract
const { saveSettings, views, saveView, updateView, removeView } = listViewsContract
const list = 'sysUsers.list'
const bin = 'sysUsers.bin'

let app: TestApp
let companyId: string
let user: Awaited<ReturnType<typeof buildUser>>
let token: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app)
})
beforeEach(async () => {
  user = await buildUser(app, { companyId })
  token = await app.signIn(user)
})

const arrange = (part: object = {}, by = token) =>
  app.call(saveSettings, { body: { list, order: [], hidden: [], density: 'standard', ...part } }, by)
const arranged = async (by = token) => (await app.call(settings, {}, by)).data
const save = (name: string, part: object = {}, by = token) =>
  app.call(saveView, { body: { list, name, query: 'f.status=2', ...part } }, by)
const saved = async (name: string, part: object = {}) => (await save(name, part)).data?.id ?? ''
const viewsOf = async (by = token, of = list) => (await app.call(views, { query: { list: of } }, by)).data
const opens = async (by = token) => (await arranged(by))?.map(({ list: of, view }) => [of, view])

describe('arranging a list', () => {
  it('keeps columns and density wherever he signs in, each list by itself', async () => {
    expect(await arranged()).toEqual([])
    expect((await arrange({ order: ['roles', 'phone'], hidden: ['phone'], density: 'compact' })).code).toBe(0)
    expect((await arrange({ list: bin, hidden: ['purgeTime'] })).code).toBe(0)
    const elsewhere = await app.signIn(user)
    expect(await arranged(elsewhere)).toEqual(
      expect.arrayContaining([
        { list, order: ['roles', 'phone'], hidden: ['phone'], density: 'compact', view: '' },
        { list: bin, order: [], hidden: ['purgeTime'], density: 'standard', view: '' },
      ]),
    )
    await arrange()
    expect((await arranged(elsewhere))?.find((each) => each.list === list)).toMatchObject({ order: [], hidden: [] })
  })

  it('is his alone who does it', async () => {
    await arrange({ hidden: ['phone'] })
    expect(await arranged(await app.signIn(await buildUser(app, { companyId })))).toEqual([])
  })

  it('goes with him into a company he acts in, and stays out of the sight of its people', async () => {
    const stage = await createVisitStage(app)
    const { token: visit } = await stage.enter()
    expect((await arrange({ hidden: ['phone'] }, visit)).code).toBe(0)
    expect(await arranged(stage.home.token)).toMatchObject([{ list, hidden: ['phone'] }])
    await app.call(saveView, { body: { list, name: '停用的', query: 'f.status=0', isDefault: true } }, visit)
    expect(await opens(stage.home.token)).toEqual([[list, 'f.status=0']])
    // Its filters name what is at home.
    expect(await opens(visit)).toEqual([[list, '']])
    expect(await app.sql('select from list_settings where company_id = $1', [stage.host])).toEqual([])
  })

  it('takes lists there are, and as many columns as a list may have', async () => {
    expect(await arrange({ list: 'sysUsers.get' })).toMatchObject({ code: 4100, msg: '该列表不存在' })
    expect(await save('视图', { list: 'sysNothing.list' })).toMatchObject({ code: 4100 })
    for (const part of [
      { list: 'users' },
      { hidden: Array.from({ length: 61 }, (_, at) => `c${at}`) },
      { order: ['<b>'] },
      { density: 'tiny' },
    ])
      expect((await arrange(part)).code).toBe(400)
  })

  it('ends with the person', async () => {
    await arrange({ hidden: ['phone'] })
    await saved('视图')
    await app.sql('delete from users where company_id = $1 and id = $2', [companyId, user.id])
    for (const table of ['list_settings', 'list_views'])
      expect(await app.sql(`select from ${table} where user_id = $1`, [user.id])).toEqual([])
  })
})

describe('views of a list', () => {
  it('are kept by name, renamed, overwritten and let go of', async () => {
    const id = await saved('已锁定', { query: 'search=%E5%BC%A0&f.status=2&sort=-name' })
    await saved('回收的', { list: bin, query: 'search=a' })
    expect(await viewsOf()).toEqual([
      { id, name: '已锁定', query: 'search=%E5%BC%A0&f.status=2&sort=-name', isDefault: false },
    ])
    expect(
      (await app.call(updateView, { params: { id }, body: { name: '停用', query: 'f.status=0' } }, token)).code,
    ).toBe(0)
    expect(await viewsOf()).toEqual([{ id, name: '停用', query: 'f.status=0', isDefault: false }])
    expect((await app.call(removeView, { params: { id } }, token)).code).toBe(0)
    expect(await viewsOf()).toEqual([])
    expect((await app.call(removeView, { params: { id } }, token)).code).toBe(404)
  })

  it('one of them at most opens by itself', async () => {
    await saved('甲', { isDefault: true })
    const second = await saved('乙', { query: 'f.status=0', isDefault: true })
    expect(await opens()).toEqual([[list, 'f.status=0']])
    await app.call(updateView, { params: { id: second }, body: { name: '乙', query: 'f.status=0' } }, token)
    expect(await opens()).toEqual([])
    await Promise.all(['丙', '丁'].map((name) => save(name, { isDefault: true })))
    expect((await viewsOf())?.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })

  it('have names of their own', async () => {
    await saved('甲')
    const other = await saved('乙')
    const taken = { code: 4101, msg: '已有同名的视图，请换一个名称' }
    expect(await save(' 甲 ')).toMatchObject(taken)
    expect(await app.call(updateView, { params: { id: other }, body: { name: '甲', query: '' } }, token)).toMatchObject(
      taken,
    )
    expect((await save('字'.repeat(31))).code).toBe(400)
    expect((await save('')).code).toBe(400)
    expect((await save('长', { query: 'a'.repeat(2001) })).code).toBe(400)
  })

  it(`are ${maxViews} a list, also when they come at once`, async () => {
    for (let at = 1; at < maxViews; at += 1) await saved(`视图${at}`)
    const answers = await Promise.all(['甲', '乙'].map((name) => save(name)))
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 4102])
    expect(await viewsOf()).toHaveLength(maxViews)
    expect((await save('甲', { list: bin })).code).toBe(0)
  })

  it('are nobody else’s to see or to change', async () => {
    const id = await saved('甲')
    const others = [
      await app.signIn(await buildUser(app, { companyId })),
      await app.signIn(await buildUser(app, { companyId: await buildCompany(app, '乙') })),
    ]
    for (const other of others) {
      expect(await viewsOf(other)).toEqual([])
      const change = { params: { id }, body: { name: '乙', query: '' } }
      expect((await app.call(updateView, change, other)).code).toBe(404)
      expect((await app.call(removeView, { params: { id } }, other)).code).toBe(404)
    }
    expect(await viewsOf()).toMatchObject([{ name: '甲' }])
    expect((await app.call(views, { query: { list } })).status).toBe(401)
  })
})
