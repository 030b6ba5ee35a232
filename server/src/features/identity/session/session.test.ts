import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { administrator } from '../../../../test/administrator.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { signInEntries } from '../../../../test/sign-in-entries.ts'

const { loginInfo, grants, menus, elements } = sessionContract
let app: TestApp
let companyId: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app)
})

/** Ages the last refresh. */
const ageRefresh = (seconds: number) =>
  app.sql(`update sessions set refreshed_at = now() - make_interval(secs => $1)`, [seconds])

describe('tokens', () => {
  it('are opaque, and only their digests are stored', async () => {
    const { token, refreshToken } = await app.tokens()
    const rows = await app.sql('select s::text as text from sessions s')
    for (const secret of [token, refreshToken]) {
      expect(secret).toMatch(/^[A-Za-z0-9_-]{86}$/)
      expect(rows.every(({ text }) => !String(text).includes(secret))).toBe(true)
    }
  })
  it('answer 401 if missing, 101 if made up, 100 if expired', async () => {
    expect(await app.call(loginInfo, {})).toMatchObject({ status: 401, code: 401, msg: '未授权，请登录' })
    expect(await app.call(loginInfo, {}, 'x'.repeat(86))).toMatchObject({
      status: 200,
      code: 101,
      msg: '登录已过期，请重新登录',
    })
    const { token } = await app.tokens()
    await app.sql(`update sessions set access_expires_at = now() - interval '1 second'`)
    expect((await app.call(loginInfo, {}, token)).code).toBe(100)
  })
})

describe.each(signInEntries)('a session at the $entry', ({ verify, accessToken, refresh, logout }) => {
  const exchange = (refreshToken: string) => app.call(refresh, { body: { token: '', refreshToken } })

  describe('refreshing', () => {
    it('rotates both tokens and expires the old access token', async () => {
      const before = await app.tokens()
      const { data: after } = await exchange(before.refreshToken)
      expect(after?.token).not.toBe(before.token)
      expect(after).toMatchObject({ refreshToken: expect.any(String), aesKey: expect.stringMatching(/^.{16}/) })
      expect((await app.call(loginInfo, {}, before.token)).code).toBe(100)
      expect((await app.call(loginInfo, {}, after?.token)).code).toBe(0)
    })
    it('gives fifty parallel callers the same successor', async () => {
      const { refreshToken } = await app.tokens()
      const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(refreshToken)))
      expect(answers.map(({ code }) => code)).toEqual(Array(50).fill(0))
      expect(new Set(answers.map(({ data }) => data?.refreshToken)).size).toBe(1)
      const { data } = answers[0] ?? {}
      expect((await app.call(loginInfo, {}, data?.token)).code).toBe(0)
    })
    it('ends the session when an older token is replayed', async () => {
      const first = await app.tokens()
      const { data: second } = await exchange(first.refreshToken)
      const { data: third } = await exchange(second?.refreshToken ?? '')
      expect((await exchange(first.refreshToken)).code).toBe(101)
      expect((await app.call(loginInfo, {}, third?.token)).code).toBe(101)
      expect((await exchange(third?.refreshToken ?? '')).code).toBe(101)
    })
    it('accepts the previous token for ten seconds only', async () => {
      const first = await app.tokens()
      await exchange(first.refreshToken)
      await ageRefresh(9)
      expect((await exchange(first.refreshToken)).code).toBe(0)
      await ageRefresh(11)
      expect((await exchange(first.refreshToken)).code).toBe(101)
    })
    it('stops at the idle and the absolute expiry', async () => {
      for (const column of ['idle_expires_at', 'absolute_expires_at']) {
        const { refreshToken } = await app.tokens()
        await app.sql(`update sessions set ${column} = now() - interval '1 second'`)
        expect((await exchange(refreshToken)).code).toBe(101)
      }
    })
  })

  describe('session binding', () => {
    const withCookie = (cookie: string) => ({ cookie })
    it('refuses tokens in another browser', async () => {
      const { token, refreshToken } = await app.tokens()
      expect(await app.call(loginInfo, {}, token, withCookie(''))).toMatchObject({
        code: 101,
        msg: '登录需要浏览器允许 Cookie，请开启后重试',
      })
      const stranger = withCookie('atrium-binding=somebody-elses')
      expect(await app.call(loginInfo, {}, token, stranger)).toMatchObject({ code: 101 })
      const body = { token, refreshToken }
      expect((await app.call(refresh, { body }, undefined, stranger)).code).toBe(101)
      expect((await app.call(loginInfo, {}, token)).code).toBe(0)
      expect((await app.call(refresh, { body })).code).toBe(0)
    })
    it('uses a cookie hidden from scripts and other sites', async () => {
      const { data } = await app.call(verify, { body: administrator })
      const answer = await app.call(accessToken, { body: {} }, data?.tempToken)
      expect(String(answer.headers['set-cookie'])).toMatch(/^atrium-binding=[^;]{40,}; .*HttpOnly; SameSite=Strict$/)
    })
    it('may be off for programs if the operator allows it, never for platform users', async () => {
      const user = await buildUser(app, { companyId })
      const program = { 'x-client': 'open' }
      const cookieFor = async (who: { account: string; password: string }) => {
        const body = { account: who.account, password: who.password }
        const { data } = await app.call(verify, { body }, undefined, program)
        const answer = await app.call(accessToken, { body: {} }, data?.tempToken, program)
        return answer.headers['set-cookie']
      }
      expect(await cookieFor(user)).toBeDefined()
      await app.sql(`update base_parameters set value = 'true' where code = 'session.unbound'`)
      await new Promise((done) => setTimeout(done, 1100))
      expect(await cookieFor(user)).toBeUndefined()
      expect(await cookieFor(administrator)).toBeDefined()
      await app.sql(`update base_parameters set value = 'false' where code = 'session.unbound'`)
      await new Promise((done) => setTimeout(done, 1100))
    })
  })

  describe('logout', () => {
    it('ends the session at once and always answers 0', async () => {
      const { token, refreshToken } = await app.tokens()
      await app.call(loginInfo, {}, token)
      expect((await app.call(logout, { body: {} }, token)).code).toBe(0)
      expect((await app.call(loginInfo, {}, token)).code).toBe(101)
      expect((await exchange(refreshToken)).code).toBe(101)
      expect((await app.call(logout, { body: {} }, token)).code).toBe(0)
      expect((await app.call(logout, { body: {} }, 'nonsense')).code).toBe(0)
    })
    it('accepts an empty body', async () => {
      const token = await app.signIn()
      const answer = await app.server.inject({
        method: 'POST',
        url: logout.path,
        headers: { token, 'content-type': 'application/json' },
      })
      expect(answer.json().code).toBe(0)
    })
  })
})

describe('session continuation', () => {
  it('is refused with the reason when the account or company was stopped', async () => {
    const user = await buildUser(app, { companyId })
    const token = await app.signIn(user)
    await app.sql('update companies set status = 0 where id = $1', [companyId])
    expect(await app.call(loginInfo, {}, token)).toMatchObject({ code: 101, msg: '公司已停用' })
    await app.sql('update companies set status = 1 where id = $1', [companyId])
    await app.sql('update users set status = 2 where id = $1', [user.id])
    expect(await app.call(loginInfo, {}, token)).toMatchObject({ code: 101, msg: '账号已停用' })
    // A copied token without the browser's cookie reveals nothing.
    const stranger = { cookie: 'atrium-binding=somebody-elses' }
    expect((await app.call(loginInfo, {}, token, stranger)).msg).toBe('登录已过期，请重新登录')
  })
  it('applies a revoked right within a second', async () => {
    const user = await buildUser(app, { companyId, permissions: ['sysBases:list'] })
    const token = await app.signIn(user)
    expect((await app.call(baseParametersContract.list, {}, token)).code).toBe(0)
    await app.sql('delete from role_elements where role_id = $1', [user.roleId])
    await new Promise((done) => setTimeout(done, 1000))
    expect((await app.call(baseParametersContract.list, {}, token)).code).toBe(403)
  })
})

describe('login info and grants', () => {
  it('describe the caller, with masked contacts', async () => {
    const user = await buildUser(app, { companyId })
    await app.sql(`update users set phone = '13812345678', email = 'zhangwei@example.com' where id = $1`, [user.id])
    await app.signIn(user)
    const info = await app.call(loginInfo, {}, await app.signIn(user))
    expect(info.data).toMatchObject({
      account: user.account,
      name: '张伟',
      phone: '138****5678',
      email: 'z***@example.com',
      company: companyId,
      view: '华东公司',
      grant: 0,
      platform: false,
      roles: [{ id: user.roleId, name: expect.stringContaining('测试角色') }],
    })
    expect(info.data?.lastLogin?.ip).toBe('127.0.0.1')
  })
  it('list only granted menus and operations, together and separately', async () => {
    const token = await app.signIn(
      await buildUser(app, { companyId, permissions: ['sysBases:list'], menus: ['settings', 'sys.bases'] }),
    )
    const whole = await app.call(grants, {}, token)
    expect(whole.data?.modules).toEqual({ sysBases: ['list'] })
    expect(whole.data?.menus.map(({ name, children }) => [name, children.map((child) => child.name)])).toEqual([
      ['系统设置', ['基础参数']],
    ])
    expect(JSON.parse(whole.data?.menus[0]?.children[0]?.metadata ?? '')).toMatchObject({
      path: 'sys/bases',
      component: 'sys/bases',
    })
    expect((await app.call(menus, {}, token)).data).toEqual(whole.data?.menus)
    expect((await app.call(elements, {}, token)).data).toEqual(whole.data?.modules)
    const unprivileged = await app.signIn(await buildUser(app, { companyId }))
    expect((await app.call(grants, {}, unprivileged)).data).toMatchObject({ menus: [], modules: {} })
  })
})
