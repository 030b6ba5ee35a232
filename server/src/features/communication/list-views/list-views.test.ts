import { listSettingsContract } from '@atrium/contract/features/communication/list-views/list-settings.contract.ts'
import { listViewsContract } from '@atrium/contract/features/communication/list-views/list-views.contract.ts'
import { maxViews } from '@atrium/contract/features/communication/list-views/max-views.ts'
import { maxCustomFields } from '@atrium/contract/kernel/custom-fields.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createVisitStage } from '../../../../test/visit-stage.ts'

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

const saveListSettings = (part: object = {}, by = token) =>
  app.call(saveSettings, { body: { list, order: [], hidden: [], ...part } }, by)
const readListSettings = async (by = token) => (await app.call(settings, {}, by)).data
const trySaveView = (name: string, part: object = {}, by = token) =>
  app.call(saveView, { body: { list, name, query: 'f.status=2', ...part } }, by)
const createView = async (name: string, part: object = {}) => (await trySaveView(name, part)).data?.id ?? ''
const readViews = async (by = token, of = list) => (await app.call(views, { query: { list: of } }, by)).data
const defaultViews = async (by = token) => (await readListSettings(by))?.map(({ list: of, view }) => [of, view])

describe('list preferences', () => {
  it('keep columns per list across sign-ins', async () => {
    expect(await readListSettings()).toEqual([])
    expect((await saveListSettings({ order: ['roles', 'phone'], hidden: ['phone'] })).code).toBe(0)
    expect((await saveListSettings({ list: bin, hidden: ['purgeTime'] })).code).toBe(0)
    const elsewhere = await app.signIn(user)
    expect(await readListSettings(elsewhere)).toEqual(
      expect.arrayContaining([
        { list, order: ['roles', 'phone'], hidden: ['phone'], view: '' },
        { list: bin, order: [], hidden: ['purgeTime'], view: '' },
      ]),
    )
    await saveListSettings()
    expect((await readListSettings(elsewhere))?.find((each) => each.list === list)).toMatchObject({
      order: [],
      hidden: [],
    })
  })

  it('belong to one user', async () => {
    await saveListSettings({ hidden: ['phone'] })
    expect(await readListSettings(await app.signIn(await buildUser(app, { companyId })))).toEqual([])
  })

  it('follow a visitor into another company without being stored there', async () => {
    const stage = await createVisitStage(app)
    const { token: visit } = await stage.enter()
    expect((await saveListSettings({ hidden: ['phone'] }, visit)).code).toBe(0)
    expect(await readListSettings(stage.home.token)).toMatchObject([{ list, hidden: ['phone'] }])
    await app.call(saveView, { body: { list, name: '停用的', query: 'f.status=0', isDefault: true } }, visit)
    expect(await defaultViews(stage.home.token)).toEqual([[list, 'f.status=0']])
    // Filters name ids of the home company.
    expect(await defaultViews(visit)).toEqual([[list, '']])
    expect(await app.sql('select from list_settings where company_id = $1', [stage.host])).toEqual([])
  })

  it('keep the order of as many custom fields as there may be', async () => {
    const order = Array.from({ length: maxCustomFields }, (_, at) => `custom.c_field${at}`)
    expect((await saveListSettings({ order: ['roles', 'phone', ...order] })).code).toBe(0)
    await saveListSettings()
  })

  it('accept only existing lists and a bounded number of columns', async () => {
    expect(await saveListSettings({ list: 'sysUsers.get' })).toMatchObject({ code: 4100, msg: '该列表不存在' })
    expect(await trySaveView('视图', { list: 'sysNothing.list' })).toMatchObject({ code: 4100 })
    for (const part of [
      { list: 'users' },
      { hidden: Array.from({ length: 161 }, (_, at) => `c${at}`) },
      { order: ['<b>'] },
    ])
      expect((await saveListSettings(part)).code).toBe(400)
  })

  it('are deleted with the user', async () => {
    await saveListSettings({ hidden: ['phone'] })
    await createView('视图')
    await app.sql('delete from users where company_id = $1 and id = $2', [companyId, user.id])
    for (const table of ['list_settings', 'list_views'])
      expect(await app.sql(`select from ${table} where user_id = $1`, [user.id])).toEqual([])
  })
})

describe('views of a list', () => {
  it('are saved, renamed, overwritten and removed', async () => {
    const id = await createView('已锁定', { query: 'search=%E5%BC%A0&f.status=2&sort=-name' })
    await createView('回收的', { list: bin, query: 'search=a' })
    expect(await readViews()).toEqual([
      {
        id,
        name: '已锁定',
        query: 'search=%E5%BC%A0&f.status=2&sort=-name',
        isDefault: false,
        notify: 'off',
        stopped: '',
      },
    ])
    expect(
      (await app.call(updateView, { params: { id }, body: { name: '停用', query: 'f.status=0' } }, token)).code,
    ).toBe(0)
    expect(await readViews()).toEqual([
      { id, name: '停用', query: 'f.status=0', isDefault: false, notify: 'off', stopped: '' },
    ])
    await Promise.all(
      [{ name: '已停用' }, { query: 'f.status=1' }, { isDefault: true }].map((body) =>
        app.call(updateView, { params: { id }, body }, token),
      ),
    )
    expect(await readViews()).toEqual([
      { id, name: '已停用', query: 'f.status=1', isDefault: true, notify: 'off', stopped: '' },
    ])
    expect((await app.call(removeView, { params: { id } }, token)).code).toBe(0)
    expect(await readViews()).toEqual([])
    expect((await app.call(removeView, { params: { id } }, token)).code).toBe(404)
  })

  it('have at most one default', async () => {
    await createView('甲', { isDefault: true })
    const second = await createView('乙', { query: 'f.status=0', isDefault: true })
    expect(await defaultViews()).toEqual([[list, 'f.status=0']])
    await app.call(updateView, { params: { id: second }, body: { isDefault: false } }, token)
    expect(await defaultViews()).toEqual([])
    await Promise.all(['丙', '丁'].map((name) => trySaveView(name, { isDefault: true })))
    expect((await readViews())?.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })

  it('have unique names', async () => {
    await createView('甲')
    const other = await createView('乙')
    const nameTaken = { code: 4101, msg: '已有同名的视图，请换一个名称' }
    expect(await trySaveView(' 甲 ')).toMatchObject(nameTaken)
    expect(await app.call(updateView, { params: { id: other }, body: { name: '甲', query: '' } }, token)).toMatchObject(
      nameTaken,
    )
    expect((await trySaveView('字'.repeat(31))).code).toBe(400)
    expect((await trySaveView('')).code).toBe(400)
    expect((await trySaveView('长', { query: 'a'.repeat(2001) })).code).toBe(400)
  })

  it(`are ${maxViews} a list, also when they come at once`, async () => {
    for (let at = 1; at < maxViews; at += 1) await createView(`视图${at}`)
    const answers = await Promise.all(['甲', '乙'].map((name) => trySaveView(name)))
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 4102])
    expect(await readViews()).toHaveLength(maxViews)
    expect((await trySaveView('甲', { list: bin })).code).toBe(0)
  })

  it('are private to their owner', async () => {
    const id = await createView('甲')
    const others = [
      await app.signIn(await buildUser(app, { companyId })),
      await app.signIn(await buildUser(app, { companyId: await buildCompany(app, '乙') })),
    ]
    for (const other of others) {
      expect(await readViews(other)).toEqual([])
      const change = { params: { id }, body: { name: '乙', query: '' } }
      expect((await app.call(updateView, change, other)).code).toBe(404)
      expect((await app.call(removeView, { params: { id } }, other)).code).toBe(404)
    }
    expect(await readViews()).toMatchObject([{ name: '甲' }])
    expect((await app.call(views, { query: { list } })).status).toBe(401)
  })
})
