import { signInLogsContract } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { list } = signInLogsContract
let app: TestApp
let companyId: string
let reader: Awaited<ReturnType<typeof buildUser>>
let token: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app)
  reader = await buildUser(app, { companyId, permissions: ['sysLogs:login'] })
  token = await app.signIn(reader)
})
const rows = async (query = {}, headers = {}) => (await app.call(list, { query }, token, headers)).data ?? []
const wrong = (account: string) => app.call(signInContract.verify, { body: { account, password: 'Wrong#Pass1' } })

describe('sign-in log', () => {
  it('has one row per sign-in and one per refusal with its reason', async () => {
    const user = await buildUser(app, { companyId })
    await app.signIn(user)
    await wrong(user.account)
    await app.sql('update users set status = 2 where id = $1', [user.id])
    await wrong(user.account)
    const own = (await rows()).filter(({ userId }) => userId === user.id)
    expect(own.map(({ ok, reason, method, area }) => [ok, reason, method, area])).toEqual([
      [false, '账号已停用或锁定', 'password', '内网'],
      [false, '密码错误', 'password', '内网'],
      [true, '', 'password', '内网'],
    ])
  })
  it('assigns attempts at unknown accounts to the platform', async () => {
    await wrong('nobody-here')
    expect((await rows()).some(({ reason }) => reason === '账号不存在')).toBe(false)
    const root = await app.call(list, { query: { search: '未知账号' } }, await app.signIn())
    expect(root.data?.[0]).toMatchObject({ ok: false, reason: '账号不存在' })
  })
  it('identifies unknown accounts without storing the typed text', async () => {
    for (const typed of ['My#Secret1', 'MY#SECRET1', 'Another#Secret1']) await wrong(typed)
    const { data = [] } = await app.call(list, { query: { search: '未知账号' } }, await app.signIn())
    const [other, again, first] = data.map(({ who }) => who)
    expect(first).toMatch(/^未知账号 [0-9a-f]{8}$/)
    expect([again === first, other === first]).toEqual([true, false])
    const english = { 'accept-language': 'en' }
    const shown = await app.call(list, { query: { search: '未知账号' } }, await app.signIn(), english)
    expect(shown.data?.[0]?.who).toBe(other?.replace('未知账号', 'Unknown account'))
  })
  it('ignores intermediate steps', async () => {
    const user = await buildUser(app, { companyId, mustChange: true })
    const verified = await app.call(signInContract.verify, {
      body: { account: user.account, password: user.password },
    })
    await app.call(signInContract.accessToken, { body: {} }, verified.data?.tempToken)
    expect((await rows()).filter(({ userId }) => userId === user.id)).toEqual([])
  })
  it('filters by result and by time in the reader’s own zone', async () => {
    expect((await rows({ 'f.result': 'success' })).every(({ ok }) => ok)).toBe(true)
    expect((await rows({ 'f.result': 'failure' })).every(({ ok }) => !ok)).toBe(true)
    const shanghai = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Asia/Shanghai' })
    const today = shanghai.format(new Date())
    const range = `${today} 00:00:00~${today} 23:59:59`
    expect((await rows({ 'f.time': range }, { 'x-time-zone': 'Asia/Shanghai' })).length).toBeGreaterThan(0)
    expect(await rows({ 'f.time': '2020-01-01 00:00:00~2020-01-02 00:00:00' })).toEqual([])
    expect((await app.call(list, { query: { 'f.time': '2026-02-31 00:00:00~x' } }, token)).code).toBe(400)
  })
})
