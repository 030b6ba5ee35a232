import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { onlineSessionsContract } from '@atrium/contract/features/identity/online-sessions/online-sessions.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { list, remove } = onlineSessionsContract
const { sessions, endSession, endOtherSessions } = accountContract
const { loginInfo } = sessionContract

let app: TestApp
let companyId: string
let adminToken: string
let person: Awaited<ReturnType<typeof buildUser>>
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  companyId = await buildCompany(app, `公司${Math.random()}`)
  adminToken = await app.signIn(await buildUser(app, { companyId, permissions: ['sysOnline:list', 'sysOnline:end'] }))
  person = await buildUser(app, { companyId, account: `zhang${companyId.slice(0, 6)}` })
})
const online = async (query = {}) => (await app.call(list, { query }, adminToken)).data ?? []
const listOwnSessions = async (token: string) => (await app.call(sessions, {}, token)).data ?? []

describe('online users', () => {
  it('lists sessions of the own company with region and device, and ends them at the next request', async () => {
    const token = await app.signIn(person)
    await app.signIn()
    const rows = await online()
    expect(rows).toHaveLength(2)
    const found = rows.find(({ account }) => account === person.account)
    expect(found).toMatchObject({ name: '张伟', area: '内网', client: 'console', method: 'password', current: false })
    expect(rows.filter(({ current }) => current)).toHaveLength(1)
    expect((await app.call(loginInfo, {}, token)).code).toBe(0)
    expect((await app.call(remove, { params: { id: found?.id ?? '' } }, adminToken)).code).toBe(0)
    expect(await app.call(loginInfo, {}, token)).toMatchObject({ code: 101, msg: '您已被管理员下线，请重新登录' })
    expect(await online({ search: person.account })).toEqual([])
    expect((await app.call(remove, { params: { id: found?.id ?? '' } }, adminToken)).code).toBe(404)
  })
  it('hides sessions of other companies and refuses to end them', async () => {
    await app.signIn()
    const [root] = await app.sql(
      `select s.id from sessions s join users u on u.id = s.user_id where u.account = 'admin'`,
    )
    const id = String(root?.id)
    expect((await app.call(remove, { params: { id } }, adminToken)).code).toBe(404)
    expect((await app.sql('select ended_at from sessions where id = $1', [id]))[0]?.ended_at).toBeNull()
  })
  it('searches, filters, sorts and pages', async () => {
    for (let n = 0; n < 3; n += 1) await app.signIn(person)
    const newest = await online({ search: 'ZHANG', size: 2 })
    expect(newest).toHaveLength(2)
    const oldest = await online({ search: 'zhang', sort: 'createTime', size: 1 })
    expect(oldest[0]?.createTime).not.toBe(newest[0]?.createTime)
    expect(await online({ 'f.client': 'front' })).toEqual([])
  })
})

describe('my devices', () => {
  it('lists own sessions only and ends one or all others', async () => {
    const [first, second, third] = [await app.signIn(person), await app.signIn(person), await app.signIn(person)]
    const rows = await listOwnSessions(third)
    expect(rows.map(({ current }) => current)).toEqual([true, false, false])
    const oldest = rows.at(-1)?.id ?? ''
    expect((await app.call(endSession, { params: { id: oldest } }, third)).code).toBe(0)
    expect(await app.call(loginInfo, {}, first)).toMatchObject({ code: 101, msg: '本设备已被您在其他设备上下线' })
    expect((await app.call(endOtherSessions, {}, third)).data).toEqual({ ended: 1 })
    expect((await app.call(loginInfo, {}, second)).code).toBe(101)
    expect((await app.call(loginInfo, {}, third)).code).toBe(0)
  })
  it('answers not found for another user of the same company', async () => {
    const token = await app.signIn(person)
    const other = (await online()).find(({ current }) => current)?.id ?? ''
    expect((await app.call(endSession, { params: { id: other } }, token)).code).toBe(404)
    expect((await app.call(loginInfo, {}, adminToken)).code).toBe(0)
  })
})
