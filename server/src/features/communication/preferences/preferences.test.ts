import { randomUUID } from 'node:crypto'
import { preferencesContract } from '@atrium/contract/features/communication/preferences/preferences.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { unchecked } from '../../../../test/loosely-typed.ts'
import { createVisitStage } from '../../../../test/visit-stage.ts'

const { read, save } = preferencesContract
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
const defaults = { openMenus: null, cards: null, pinned: [], visits: {} }
const readPreferences = async (token: string) => (await app.call(read, {}, token)).data

describe('preferences', () => {
  it('stay for one user across sign-ins', async () => {
    const companyId = await buildCompany(app)
    const user = await buildUser(app, { companyId })
    const openMenus = [randomUUID(), randomUUID()]
    const token = await app.signIn(user)
    expect(await readPreferences(token)).toEqual(defaults)
    expect((await app.call(save, { body: { openMenus } }, token)).code).toBe(0)
    const cards = { order: ['terms' as const], hidden: ['growth' as const] }
    const [pinned, visits] = [[randomUUID()], { [randomUUID()]: 3 }]
    expect((await app.call(save, { body: { cards, pinned, visits } }, token)).code).toBe(0)
    expect(await readPreferences(await app.signIn(user))).toEqual({ ...defaults, openMenus, cards, pinned, visits })
    expect(await readPreferences(await app.signIn(await buildUser(app, { companyId })))).toEqual(defaults)
  })

  it('follow a visitor into another company without being stored there', async () => {
    const stage = await createVisitStage(app)
    const { token: visit } = await stage.enter()
    await app.call(save, { body: { openMenus: [] } }, visit)
    expect(await readPreferences(stage.home.token)).toMatchObject({ openMenus: [] })
    expect(await app.sql('select from preferences where company_id = $1', [stage.host])).toEqual([])
  })

  it('keep cards of modules, in or out of the installation, and refuse other keys', async () => {
    const token = await app.signIn(await buildUser(app, { companyId: await buildCompany(app, '卡片公司') }))
    const cards = { order: ['gone.stock' as const, 'todo' as const], hidden: ['assets.newest' as const] }
    expect((await app.call(save, { body: { cards } }, token)).code).toBe(0)
    expect(await readPreferences(token)).toMatchObject({ cards })
    for (const key of ['stock', 'Assets.newest', 'assets.newest.x', `assets.${'x'.repeat(31)}`, 'assets.'])
      expect((await app.call(save, unchecked({ body: { cards: { order: [key], hidden: [] } } }), token)).code).not.toBe(
        0,
      )
    const order = Array.from({ length: 101 }, (_, at) => `assets.card${at}`)
    expect((await app.call(save, unchecked({ body: { cards: { order, hidden: [] } } }), token)).code).not.toBe(0)
    expect(await readPreferences(token)).toMatchObject({ cards })
  })

  it('refuse what is no menu id, and too many', async () => {
    const token = await app.signIn()
    const many = Array.from({ length: 101 }, () => randomUUID())
    const twice = { order: ['todo', 'todo'], hidden: [] }
    const visits = Object.fromEntries([...many].map((id) => [id, 1]))
    for (const body of [{ cards: twice }, { visits }, { pinned: many }])
      expect((await app.call(save, unchecked({ body }), token)).code).not.toBe(0)
    for (const openMenus of [['sys'], many]) {
      const { code, msg } = await app.call(save, { body: { openMenus } }, token)
      expect(code).not.toBe(0)
      expect(msg).toMatch(/菜单编号|最多/)
    }
  })
})
