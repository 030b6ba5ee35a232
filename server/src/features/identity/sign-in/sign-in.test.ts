import { randomUUID } from 'node:crypto'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { administrator } from '../../../../test/administrator.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { signInEntries } from '../../../../test/sign-in-entries.ts'

let app: TestApp
let companyId: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app)
})

const setCaptchaMode = (mode: string) =>
  app.sql(`update base_parameters set value = $1 where code = 'captcha'`, [JSON.stringify(mode)])
// Waits for the node's settings cache: another test may have read the settings just before.
const settingsCacheExpired = () => new Promise((done) => setTimeout(done, 1100))

describe.each(signInEntries)('signing in at the $entry', ({ captcha, verify, accessToken, event }) => {
  const attempt = (body: Partial<Parameters<typeof app.call<typeof verify>>[1]['body']>) =>
    app.call(verify, { body: { account: administrator.account, password: administrator.password, ...body } })
  const startSignIn = async (who: { account: string; password: string }) => {
    const { data } = await attempt(who)
    if (!data) throw new Error('refused')
    return data
  }

  describe('verify', () => {
    it('answers unknown, wrong and locked accounts alike', async () => {
      const locked = await buildUser(app, { companyId })
      await app.sql('update users set locked_at = now() where id = $1', [locked.id])
      const answers = await Promise.all([
        attempt({ account: 'nobody-at-all' }),
        attempt({ password: 'Wrong#Pass1' }),
        attempt({ account: locked.account, password: locked.password }),
      ])
      const seen = answers.map(({ code, msg, data, status }) => ({ code, msg, data, status }))
      expect(seen).toEqual(
        Array(3).fill({ code: 1001, msg: '账号或密码错误', data: { needCaptcha: false }, status: 200 }),
      )
    })
    it('ignores the case of the account, and names a stopped company only after authentication', async () => {
      expect((await attempt({ account: 'ADMIN' })).code).toBe(0)
      const stopped = await buildCompany(app, `停用公司${randomUUID()}`)
      const user = await buildUser(app, { companyId: stopped })
      await app.sql('update companies set status = 0 where id = $1', [stopped])
      const { account, password } = user
      expect(await attempt({ account, password })).toMatchObject({ code: 1004, msg: '公司已停用' })
      expect((await attempt({ account, password: 'Wrong#Pass1' })).code).toBe(1001)
    })
    it('names a disabled account only after authentication', async () => {
      const { id, account, password } = await buildUser(app, { companyId })
      await app.sql('update users set status = 0 where id = $1', [id])
      expect(await attempt({ account, password })).toMatchObject({ code: 1003, msg: '账号已停用' })
      expect((await attempt({ account, password: 'Wrong#Pass1' })).code).toBe(1001)
    })
    it('throttles an account at one address without affecting its owner at another', async () => {
      const victim = await buildUser(app, { companyId })
      const codes: number[] = []
      for (let n = 0; n < 200; n += 1)
        codes.push((await attempt({ account: victim.account, password: 'Wrong#Pass1' })).code)
      // From the fifth on, each wrong password causes a doubling wait; attempts during it are refused.
      expect(codes.slice(0, 10)).toEqual([...Array(5).fill(1001), ...Array(5).fill(1016)])
      expect(codes.filter((code) => code === 1001).length).toBeLessThan(10)
      const elsewhere = await app.server.inject({
        method: 'POST',
        url: verify.path,
        remoteAddress: '203.0.113.9',
        payload: { account: victim.account, password: victim.password },
      })
      expect(elsewhere.json().code).toBe(0)
    })
    it('does not exceed the limit for parallel attempts', async () => {
      const victim = await buildUser(app, { companyId })
      const guess = () => attempt({ account: victim.account, password: 'Wrong#Pass1' })
      const began = performance.now()
      const codes = (await Promise.all(Array.from({ length: 200 }, guess))).map(({ code }) => code)
      // After five come waits of one second, two, four and so on; each that has passed allows another guess.
      const passedWaits = Math.floor(Math.log2((performance.now() - began) / 1000 + 1))
      expect(codes.filter((code) => code === 1001).length).toBeLessThanOrEqual(5 + passedWaits)
      expect(codes.filter((code) => code !== 1001 && code !== 1016)).toEqual([])
    })
    it('accepts parallel sign-ins with the right password', async () => {
      const user = await buildUser(app, { companyId })
      const { account, password } = user
      const codes = await Promise.all(
        Array.from({ length: 12 }, async () => (await attempt({ account, password })).code),
      )
      expect(codes).toEqual(Array(12).fill(0))
    })
    it('audits attempts without the password', async () => {
      const user = await buildUser(app, { companyId })
      await attempt({ account: user.account, password: 'Wrong#Pass1' })
      const rows = await app.sql(
        `select ok, code, a::text as text from audit_log a where event = $2 and actor_id = $1`,
        [user.id, event],
      )
      expect(rows.map(({ ok, code }) => [ok, code])).toEqual([[false, 1001]])
      expect(String(rows[0]?.text)).not.toContain('Wrong#Pass1')
    })
  })

  describe('captcha', () => {
    it('is required by policy, after three failures under risk, and consumed by any answer', async () => {
      await setCaptchaMode('risk')
      await settingsCacheExpired()
      const user = await buildUser(app, { companyId })
      for (let n = 0; n < 3; n += 1) await attempt({ account: user.account, password: 'Wrong#Pass1' })
      const refused = await attempt({ account: user.account, password: user.password })
      expect(refused).toMatchObject({ code: 1002, msg: '验证码错误或已过期', data: { needCaptcha: true } })

      const image = await app.call(captcha, {})
      expect(image.headers['content-type']).toBe('image/png')
      expect(image.headers['access-control-expose-headers']).toBe('uuid')
      const uuid = String(image.headers.uuid)
      await attempt({ account: user.account, password: user.password, uuid, captcha: 'wrong' })
      expect(await app.sql('select 1 from captchas where id = $1', [uuid])).toEqual([])
      await setCaptchaMode('off')
      await settingsCacheExpired()
    })
    it('is refused if unknown', async () => {
      await setCaptchaMode('always')
      await settingsCacheExpired()
      expect((await attempt({ uuid: randomUUID(), captcha: 'ABCD' })).code).toBe(1002)
      await setCaptchaMode('off')
      await settingsCacheExpired()
    })
  })

  describe('temporary token', () => {
    it('opens accessToken once and nothing else', async () => {
      const { tempToken } = await startSignIn(administrator)
      expect((await app.call(sessionContract.loginInfo, {}, tempToken)).code).toBe(101)
      const parallel = await Promise.all([1, 2, 3].map(() => app.call(accessToken, { body: {} }, tempToken)))
      expect(parallel.map(({ code }) => code).sort()).toEqual([0, 1015, 1015])
    })
    it('is not a session token, nor the other way round', async () => {
      expect((await app.call(accessToken, { body: {} }, await app.signIn())).code).toBe(101)
    })
    it('expires', async () => {
      const { tempToken } = await startSignIn(administrator)
      await app.sql(`update sign_in_attempts set expires_at = now() - interval '1 second'`)
      expect(await app.call(accessToken, { body: {} }, tempToken)).toMatchObject({
        code: 1015,
        msg: '登录操作已超时，请重新登录',
      })
    })
  })

  describe('forced password change', () => {
    it('requires and validates a new password, and only that one works', async () => {
      const user = await buildUser(app, { companyId, mustChange: true })
      const { tempToken, next } = await startSignIn(user)
      expect(next).toBe('changePassword')
      const change = (newPassword?: string) =>
        app.call(accessToken, { body: { ...(newPassword && { newPassword }) } }, tempToken)
      expect(await change()).toMatchObject({ code: 111, data: { next: 'changePassword' } })
      expect(await change('short')).toMatchObject({ code: 1010, errors: [{ field: 'newPassword' }] })
      expect(await change('Zbcdxfgh#1234567890123')).toMatchObject({ code: 1010, errors: [{ field: 'newPassword' }] })
      expect(await change(user.password)).toMatchObject({ code: 1012 })
      expect((await change('Fresh#Pass99')).code).toBe(0)
      expect((await attempt({ account: user.account, password: user.password })).code).toBe(1001)
      expect((await startSignIn({ account: user.account, password: 'Fresh#Pass99' })).next).toBe('none')
    })
  })
})
