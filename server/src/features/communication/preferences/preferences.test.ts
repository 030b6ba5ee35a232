import { randomUUID } from 'node:crypto'
import { preferencesContract } from '@atrium/contract/features/communication/preferences/preferences.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createVisitStage } from '../../../../test/visit-stage.ts'

const { read, save } = preferencesContract
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
const preferencesOf = async (token: string) => (await app.call(read, {}, token)).data

describe('preferences', () => {
  it('stay for one user across sign-ins', async () => {
    const companyId = await buildCompany(app)
    const user = await buildUser(app, { companyId })
    const openMenus = [randomUUID(), randomUUID()]
    const token = await app.signIn(user)
    expect(await preferencesOf(token)).toEqual({ openMenus: null })
    expect((await app.call(save, { body: { openMenus } }, token)).code).toBe(0)
    expect((await app.call(save, { body: {} }, token)).code).toBe(0)
    expect(await preferencesOf(await app.signIn(user))).toEqual({ openMenus })
    expect(await preferencesOf(await app.signIn(await buildUser(app, { companyId })))).toEqual({ openMenus: null })
  })

  it('follow a visitor into another company without being stored there', async () => {
    const stage = await createVisitStage(app)
    const { token: visit } = await stage.enter()
    await app.call(save, { body: { openMenus: [] } }, visit)
    expect(await preferencesOf(stage.home.token)).toEqual({ openMenus: [] })
    expect(await app.sql('select from preferences where company_id = $1', [stage.host])).toEqual([])
  })

  it('refuse what is no menu id, and too many', async () => {
    const token = await app.signIn()
    const many = Array.from({ length: 101 }, () => randomUUID())
    for (const openMenus of [['sys'], many]) {
      const { code, msg } = await app.call(save, { body: { openMenus } }, token)
      expect(code).not.toBe(0)
      expect(msg).toMatch(/菜单编号|最多/)
    }
  })
})
