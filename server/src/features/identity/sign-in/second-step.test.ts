import { randomBytes } from 'node:crypto'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import type { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { TOTP } from 'totp-generator'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { dataAs } from '../../../../test/loosely-typed.ts'
import { signInEntries } from '../../../../test/sign-in-entries.ts'

const { switchItem } = securityContract
let app: TestApp
let companyId: string
let user: Awaited<ReturnType<typeof buildUser>>
let secret: string
let recovery: string[]
const phone = () => `138${String(randomBytes(4).readUInt32BE() % 1e8).padStart(8, '0')}`
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app)
})

const codeAt = async (offsetSeconds = 0) =>
  (await TOTP.generate(secret, { timestamp: Date.now() + offsetSeconds * 1000 })).otp
beforeEach(async () => {
  user = await buildUser(app, { companyId, phone: phone() })
  const token = await app.signIn(user)
  const { password } = user
  const prepared = await app.call(switchItem, { body: { item: 'totp', on: true, password } }, token)
  const offered = dataAs<{ secret: string; recovery: string[] }>(prepared)
  secret = offered.secret
  recovery = offered.recovery
  // The code of the previous step, so that the current one stays unused for signing in.
  const done = await app.call(
    switchItem,
    { body: { item: 'totp', on: true, password, code: await codeAt(-30) } },
    token,
  )
  expect(done.code).toBe(0)
})

const sentTo = async (target: string): Promise<string> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = (await app.outbox()).filter(({ to }) => to === target).at(-1)
    if (found?.values.code) return found.values.code
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('nothing was sent')
}

describe.each(signInEntries)('signing in at the $entry', ({ verify, accessToken, send }) => {
  const startSignIn = async (headers = {}) => {
    const { account, password } = user
    const { data } = await app.call(verify, { body: { account, password } }, undefined, headers)
    if (!data) throw new Error('refused')
    return data
  }
  type Body = RequestOf<(typeof signInContract)['accessToken']>['body']
  const step = (tempToken: string, body: NonNullable<Body>, headers = {}) =>
    app.call(accessToken, { body }, tempToken, headers)

  describe('second step', () => {
    it('is required after a right password and lists its methods', async () => {
      const { tempToken, next, methods } = await startSignIn()
      expect([next, methods.map(({ type }) => type)]).toEqual(['totp', ['totp', 'recovery']])
      expect(await step(tempToken, {})).toMatchObject({ code: 111, msg: '需要二次验证', data: { next: 'totp' } })
      expect((await step(tempToken, { type: 'totp', code: '000000' })).code).toBe(1017)
      expect((await step(tempToken, { type: 'totp', code: await codeAt() })).data?.token).toBeDefined()
    })
    it('accepts a code of an independent authenticator once, also in twenty parallel calls', async () => {
      const attempts = await Promise.all(Array.from({ length: 20 }, () => startSignIn()))
      const code = await codeAt()
      const answers = await Promise.all(attempts.map(({ tempToken }) => step(tempToken, { type: 'totp', code })))
      expect(answers.filter(({ code: answered }) => answered === 0)).toHaveLength(1)
    })
    it('accepts a recovery code once', async () => {
      const code = recovery[0] ?? ''
      expect((await step((await startSignIn()).tempToken, { type: 'recovery', code })).code).toBe(0)
      expect((await step((await startSignIn()).tempToken, { type: 'recovery', code })).code).toBe(1017)
    })
    it('ends the attempt after five wrong codes', async () => {
      const { tempToken } = await startSignIn()
      for (let n = 0; n < 5; n += 1) expect((await step(tempToken, { type: 'totp', code: '000000' })).code).toBe(1017)
      expect((await step(tempToken, { type: 'totp', code: await codeAt() })).code).toBe(1015)
    })
    it('refuses a method the user does not have', async () => {
      const { tempToken } = await startSignIn()
      expect((await step(tempToken, { type: 'sms', code: '123456' })).code).toBe(1017)
      expect((await app.call(send, { body: { scene: 'second' } }, tempToken)).code).toBe(1019)
    })
    it('is skipped on a trusted browser only', async () => {
      const { tempToken } = await startSignIn()
      const opened = await step(tempToken, { type: 'totp', code: await codeAt(), trustDevice: true })
      const trusted = [opened.headers['set-cookie']].flat().find((cookie) => String(cookie).includes('trusted')) ?? ''
      expect(trusted).toMatch(/Max-Age=2592000.*HttpOnly/)
      const cookie = String(trusted).split(';')[0] ?? ''
      expect((await startSignIn({ cookie })).next).toBe('none')
      expect((await startSignIn({ cookie: `${cookie}x` })).next).toBe('totp')
    })
    it('is required after signing in by SMS too', async () => {
      const [row] = await app.sql('select phone from users where id = $1', [user.id])
      const own = String(row?.phone)
      const { data } = await app.call(send, { body: { scene: 'login', phone: own } })
      const code = await sentTo(own)
      const verified = await app.call(verify, { body: { type: 'sms', phone: own, uuid: data?.uuid ?? '', code } })
      expect(verified.data?.next).toBe('totp')
    })
  })
})
