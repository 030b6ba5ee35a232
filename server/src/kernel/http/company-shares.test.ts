import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import type { Envelope } from '@atrium/contract/kernel/envelope.ts'
import { beforeAll, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { createCompanyShares } from './company-shares.ts'

const share = 2
const alone = () => 1
let app: TestApp
const ask = (token: string) => app.call(sessionContract.loginInfo, {}, token)
const codes = async (token: string, times: number) =>
  (await Promise.all(Array.from({ length: times }, () => ask(token)))).map(({ code }) => code)

beforeAll(async () => {
  app = await createTestApp()
  await app.sql(`update base_parameters set value = $1 where code = 'limits.companyPerSecond'`, [String(share)])
})

it('delays a slightly early request instead of refusing it', async () => {
  const person = await app.signIn(await buildUser(app, { companyId: await buildCompany(app, '急性子') }))
  expect(await codes(person, share + 2)).toEqual(Array(share + 2).fill(0))
})

it('makes early requests wait for idle moments, within a limit; other requests do not wait', async () => {
  const [hasty, perSecond] = [{ companyId: 'hasty', platform: false }, 10]
  let looks = 0
  const busyForThreeLooks = () => {
    looks += 1
    return looks % 4 !== 0
  }
  const shares = createCompanyShares(async () => perSecond, busyForThreeLooks, alone)
  await Promise.all(Array.from({ length: perSecond }, () => shares.take(hasty, 'token')))
  await shares.yieldToOthers('token')
  expect(looks).toBe(0)
  await shares.take(hasty, 'token')
  // Four, or fewer where the limit passes first.
  const afterTake = looks
  expect([2, 3, 4]).toContain(afterTake)
  await shares.yieldToOthers('token')
  const afterYield = looks
  expect(afterYield).toBeGreaterThan(afterTake)
  await shares.yieldToOthers('token of another user')
  expect(looks).toBe(afterYield)

  const always = createCompanyShares(
    async () => perSecond,
    () => true,
    alone,
  )
  await Promise.all(Array.from({ length: perSecond + 2 }, () => always.take(hasty, 'token')))
})

it('refuses a company above its rate with a time to wait; other companies and the platform are unaffected', async () => {
  const [noisy, colleague] = [await buildCompany(app, '吵闹'), await buildCompany(app, '安静')]
  const one = await app.signIn(await buildUser(app, { companyId: noisy }))
  const two = await app.signIn(await buildUser(app, { companyId: noisy }))
  const quiet = await app.signIn(await buildUser(app, { companyId: colleague }))
  const platform = await app.signIn()
  const noise = (await Promise.all([codes(one, 40), codes(two, 40)])).flat()
  expect(noise.filter((code) => code === 429).length).toBeGreaterThanOrEqual(noise.length - 3 * share)
  expect(await codes(quiet, share - 1)).toEqual(Array(share - 1).fill(0))
  expect(await codes(platform, 40)).toEqual(Array(40).fill(0))
  const refused = (await Promise.all(Array.from({ length: 2 * share + 1 }, () => ask(one)))).find(
    ({ code }) => code !== 0,
  )
  expect(refused).toMatchObject({ status: 200, msg: '贵公司的请求过于频繁，请稍后再试', data: { retryAfter: 1 } })
  expect(refused?.headers['retry-after']).toBe('1')
})

it("repeats the same refusal before the cookie is checked, until the company's next slot", async () => {
  const base = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const person = await app.signIn(await buildUser(app, { companyId: await buildCompany(app, '排队') }))
  const sendRaw = async (token: string, language = 'zh-CN') => {
    const headers = { token, 'accept-language': language }
    const answer = await fetch(base + sessionContract.loginInfo.path, { headers })
    const { traceId, ...envelope } = (await answer.json()) as Envelope
    return { envelope, traceId, headers: Object.fromEntries(answer.headers) }
  }
  const refusal = async () => {
    const answer = await ask(person)
    if (answer.code === 0) throw new Error('it was let in')
    return answer
  }
  const asked = Array.from({ length: 10 * share }, refusal)
  const { headers, code, msg, data } = await Promise.any(asked)
  const repeated = await sendRaw(person)
  expect(repeated.envelope).toEqual({ code, msg, data })
  const english = await sendRaw(person, 'en')
  expect(english.envelope.msg).toBe('Your company is sending too many requests. Try again later.')
  expect(repeated.traceId).toMatch(/^[0-9a-f]{32}$/)
  expect(Object.keys(repeated.headers)).toEqual(expect.arrayContaining(Object.keys(headers)))
  expect(repeated.headers['retry-after']).toBe(headers['retry-after'])
  await Promise.allSettled(asked)
  expect((await sendRaw(person)).envelope.code).toBe(101)
})

it('is shared out among the nodes', async () => {
  const shares = createCompanyShares(
    async () => 10,
    () => false,
    () => 5,
  )
  const taken = await Promise.allSettled(
    Array.from({ length: 10 }, () => shares.take({ companyId: 'a', platform: false }, 'token')),
  )
  // A second's requests at once, and one that waits.
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
})
