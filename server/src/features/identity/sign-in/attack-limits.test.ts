import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { verify } = signInContract
// Each attempt costs a hash.
const mostFailures = 3
const [refused, wrong, captcha, welcome] = [1016, 1001, 1002, 0]

let app: TestApp
let companyId: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app, '甲公司')
  await app.sql(
    `update base_parameters set value = $1 where code in ('limits.failuresPerAddress', 'limits.failuresPerAccount')`,
    [String(mostFailures)],
  )
  // Parameters are believed for a second.
  await new Promise((done) => setTimeout(done, 1100))
})
afterEach(() => app.sql('delete from limits'))

const attempt = async (account: string, password: string, remoteAddress: string) => {
  const payload = { account, password }
  const reply = await app.server.inject({ method: 'POST', url: verify.path, remoteAddress, payload })
  return reply.json() as { code: number; msg: string; data?: { retryAfter?: number; needCaptcha?: boolean } }
}
const fail = async (times: number, toAddress: (n: number) => string, account = 'nobody') => {
  const codes = []
  for (let n = 0; n < times; n += 1) codes.push((await attempt(`${account}${n}`, 'Wrong#Pass1', toAddress(n))).code)
  return codes
}
const times = <T>(many: number, value: T): T[] => Array(many).fill(value)

describe('without captchas', () => {
  it('an address that fails for many accounts is refused, right passwords too', async () => {
    const [office, elsewhere] = ['203.0.113.5', '203.0.113.6']
    const user = await buildUser(app, { companyId })
    expect(await fail(mostFailures + 2, () => office)).toEqual([...times(mostFailures, wrong), refused, refused])
    const reply = await attempt(user.account, user.password, office)
    expect(reply).toMatchObject({ code: refused, data: { retryAfter: expect.any(Number) } })
    expect(reply.msg).toMatch(/^此网络登录失败次数过多，请 \d+ 秒后再试$/)
    expect((await attempt(user.account, user.password, elsewhere)).code).toBe(welcome)
  })

  it('people who have signed in from an address before are not refused for others there', async () => {
    const office = '203.0.113.7'
    const user = await buildUser(app, { companyId })
    await app.signIn(user)
    await app.sql('update sessions set ip = $1 where user_id = $2', [office, user.id])
    await fail(mostFailures, () => office)
    expect((await attempt(user.account, user.password, office)).code).toBe(welcome)
    expect((await attempt(user.account, 'Wrong#Pass1', office)).code).toBe(wrong)
    expect(await fail(1, () => office)).toEqual([refused])
  })

  it('counts failures alone: an office of any size signs in from one address', async () => {
    const office = '203.0.113.8'
    const people = await Promise.all(Array.from({ length: mostFailures + 2 }, () => buildUser(app, { companyId })))
    for (const { account, password } of people) expect((await attempt(account, password, office)).code).toBe(welcome)
  })

  it('counts the network of an IPv6 address, and attempts that arrive together', async () => {
    expect(await fail(mostFailures + 1, (n) => `2001:db8:0:7::${n + 1}`)).toEqual([
      ...times(mostFailures, wrong),
      refused,
    ])
    const together = await Promise.all(
      Array.from({ length: 40 }, (_, n) => attempt(`many${n}`, 'Wrong#Pass1', '203.0.113.10')),
    )
    expect(together.filter(({ code }) => code === wrong)).toHaveLength(mostFailures)
  })

  it('counts the network of an IPv6 address where calls are limited by address', async () => {
    const { passkeyOptions: challenge } = signInContract
    const ask = async (n: number) =>
      (await app.server.inject({ url: challenge.path, remoteAddress: `2001:db8:0:8::${n.toString(16)}` })).json().code
    const codes = []
    for (let n = 0; n <= (challenge.limit?.points ?? 0); n += 1) codes.push(await ask(n))
    expect(codes.filter((code) => code !== welcome)).toHaveLength(1)
  })

  it('an account that many addresses fail for asks for a captcha everywhere', async () => {
    const victim = await buildUser(app, { companyId })
    const guess = (n: number) => attempt(victim.account, 'Wrong#Pass1', `198.51.100.${n}`)
    for (let n = 0; n < mostFailures; n += 1) expect((await guess(n)).code).toBe(wrong)
    expect(await guess(100)).toMatchObject({ code: captcha, data: { needCaptcha: true } })
    expect((await attempt(victim.account, victim.password, '198.51.100.101')).code).toBe(captcha)
  })
})
