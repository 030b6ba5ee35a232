import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import type { Envelope } from '@atrium/contract/kernel/envelope.ts'
import { beforeAll, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { createCompanyShares } from './company-shares.ts'

const share = 2
let app: TestApp
const ask = (token: string) => app.call(sessionContract.loginInfo, {}, token)
const codes = async (token: string, times: number) =>
  (await Promise.all(Array.from({ length: times }, () => ask(token)))).map(({ code }) => code)

beforeAll(async () => {
  app = await createTestApp()
  await app.sql(`update base_parameters set value = $1 where code = 'limits.companyPerSecond'`, [String(share)])
})

it('what comes a little early waits for its turn instead of being refused', async () => {
  const person = await app.signIn(await buildUser(app, { companyId: await buildCompany(app, '急性子') }))
  expect(await codes(person, share + 2)).toEqual(Array(share + 2).fill(0))
})

it('what comes early lets others go first, yet not for ever; what does not come early waits for nobody', async () => {
  const [hasty, perSecond] = [{ companyId: 'hasty', platform: false }, 10]
  let looks = 0
  const busyForThreeLooks = () => {
    looks += 1
    return looks % 4 !== 0
  }
  const shares = createCompanyShares(async () => perSecond, busyForThreeLooks)
  await Promise.all(Array.from({ length: perSecond }, () => shares.take(hasty, 'token')))
  await shares.giveWay('token')
  expect(looks).toBe(0)
  await shares.take(hasty, 'token')
  expect(looks).toBe(4)
  await shares.giveWay('token')
  expect(looks).toBe(8)
  await shares.giveWay('token of somebody else')
  expect(looks).toBe(8)

  const always = createCompanyShares(
    async () => perSecond,
    () => true,
  )
  await Promise.all(Array.from({ length: perSecond + 2 }, () => always.take(hasty, 'token')))
})

it('a company that asks too often is refused with a time to wait; another one and the platform are not', async () => {
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

it('who was refused is refused in the same words, before his cookie is looked at, until his company’s turn comes', async () => {
  const base = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const person = await app.signIn(await buildUser(app, { companyId: await buildCompany(app, '排队') }))
  const knock = async (token: string) => {
    const answer = await fetch(base + sessionContract.loginInfo.path, { headers: { token } })
    const { traceId, ...said } = (await answer.json()) as Envelope
    return { said, traceId, headers: Object.fromEntries(answer.headers) }
  }
  const refusal = async () => {
    const answer = await ask(person)
    if (answer.code === 0) throw new Error('it was let in')
    return answer
  }
  const asked = Array.from({ length: 10 * share }, refusal)
  const { headers, code, msg, data } = await Promise.any(asked)
  const knocked = await knock(person)
  expect(knocked.said).toEqual({ code, msg, data })
  expect(knocked.traceId).toMatch(/^[0-9a-f]{32}$/)
  expect(Object.keys(knocked.headers)).toEqual(expect.arrayContaining(Object.keys(headers)))
  expect(knocked.headers['retry-after']).toBe(headers['retry-after'])
  await Promise.allSettled(asked)
  expect((await knock(person)).said.code).toBe(101)
})
