import { randomInt, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createMessaging, eventually, type Messaging } from '../../../../test/messaging.ts'
import { isThorough } from '../../../../test/thorough.ts'
import type { Purpose } from './codes.service.ts'

let app: Messaging
beforeAll(async () => {
  app = await createMessaging()
  await app.start()
})

const newPhone = () => `138${String(randomInt(1e8)).padStart(8, '0')}`
let lastAddress = 0
const newAddress = () => `10.0.${Math.floor(++lastAddress / 250)}.${lastAddress % 250}`
const toSubject = (phone: string) => ({ subject: { holder: undefined, contact: `phone:${phone}` } })
const codeRequest = (phone: string, ip = newAddress(), purpose: Purpose = 'login') => ({
  purpose,
  channel: 'sms' as const,
  to: { phone },
  ...toSubject(phone),
  onlyIfKnown: false,
  ip,
})
let companies = 0
const newCompany = () => buildCompany(app, `公司 ${++companies}`)
const catchRefusal = (sending: Promise<unknown>) =>
  sending.then(
    () => undefined,
    ({ spec, extras }) => ({ ...spec, ...extras.data }),
  )
const sentTo = (target: string) =>
  eventually(async () => {
    const found = (await app.outbox()).filter(({ to }) => to === target).at(-1)
    if (!found?.values.code) throw new Error(`nothing was sent to ${target}`)
    return found.values.code
  })
/** Resets the counters of one kind. */
const resetCounter = (name: string) => app.sql(`delete from limits where key like $1`, [`message.${name}:%`])
const messagesTo = async (phone: string) => {
  const masked = phone.replace(/^(\d{3})\d{4}/, '$1****')
  return (await app.rows()).filter(({ target }) => target === masked)
}

const crowdSize = isThorough ? 1000 : 100
const batches = isThorough ? 20 : 1
describe('sending a code', () => {
  it(`sends one message to a phone that ${crowdSize} ask two nodes for at once`, { timeout: 60_000 }, async () => {
    const phone = newPhone()
    const other = app.node()
    const outcomes = await Promise.all(
      Array.from({ length: crowdSize }, (_, n) => catchRefusal((n % 2 ? app : other).codes.send(codeRequest(phone)))),
    )
    expect(outcomes.filter((refused) => refused === undefined)).toHaveLength(1)
    expect(new Set(outcomes.map((refused) => refused?.code))).toEqual(new Set([undefined, 1005]))
    await sentTo(phone)
    expect(await messagesTo(phone)).toHaveLength(1)
    expect((await app.outbox()).filter(({ to }) => to === phone)).toHaveLength(1)
  })
  it('returns the wait and repeats it to early retries', async () => {
    const phone = newPhone()
    const sent = await app.codes.send(codeRequest(phone))
    expect(sent).toEqual({ uuid: expect.any(String), msg: '验证码已发送，5 分钟内有效', retryAfter: 60 })
    const refused = await catchRefusal(app.codes.send(codeRequest(phone)))
    expect(refused).toMatchObject({ code: 1005, msg: `发送过于频繁，请 ${refused.retryAfter} 秒后再试` })
    expect(refused.retryAfter).toBeGreaterThan(50)
    expect(refused.retryAfter).toBeLessThanOrEqual(60)
  })
  it('shares one limiter across all purposes', async () => {
    const phone = newPhone()
    await app.codes.send(codeRequest(phone))
    for (const purpose of ['second', 'register', 'forget', 'bind'] as const)
      expect(await catchRefusal(app.codes.send(codeRequest(phone, newAddress(), purpose)))).toMatchObject({
        code: 1005,
      })
  })
  it('allows five per target and hour, ten per day', async () => {
    const phone = newPhone()
    const codes: unknown[] = []
    for (let hour = 0; hour < 3; hour += 1) {
      for (let n = 0; n < 6; n += 1) {
        await resetCounter('pause')
        codes.push((await catchRefusal(app.codes.send(codeRequest(phone))))?.code)
      }
      await resetCounter('hour')
    }
    const fine = undefined
    expect(codes.slice(0, 6)).toEqual([fine, fine, fine, fine, fine, 1005])
    expect(codes.slice(6, 12)).toEqual([fine, fine, fine, fine, fine, 1005])
    expect(new Set(codes.slice(12))).toEqual(new Set([1006]))
  })
  it(`goes out twenty times an hour for one address that asks for ${batches * 500} phones`, {
    timeout: 120_000,
  }, async () => {
    const ip = newAddress()
    const codes: unknown[] = []
    for (let batch = 0; batch < batches; batch += 1) {
      const phones = Array.from({ length: 500 }, newPhone)
      const outcomes = await Promise.all(phones.map((phone) => catchRefusal(app.codes.send(codeRequest(phone, ip)))))
      codes.push(...outcomes.map((refused) => refused?.code))
    }
    expect(codes.filter((code) => code === undefined)).toHaveLength(20)
    expect(new Set(codes)).toEqual(new Set([undefined, 1005]))
    // An exhausted budget does not use up anyone else's.
    const victim = newPhone()
    expect(await catchRefusal(app.codes.send(codeRequest(victim, ip)))).toMatchObject({ code: 1005 })
    expect(await catchRefusal(app.codes.send(codeRequest(victim)))).toBeUndefined()
  })
  it('goes out twenty times an hour for one IPv6 network, whichever of its addresses asks', async () => {
    const codes: unknown[] = []
    for (let n = 0; n < 22; n += 1)
      codes.push((await catchRefusal(app.codes.send(codeRequest(newPhone(), `2001:db8:0:9::${n}`))))?.code)
    expect(codes.filter((code) => code === undefined)).toHaveLength(20)
    expect(await catchRefusal(app.codes.send(codeRequest(newPhone(), '2001:db8:0:a::1')))).toBeUndefined()
  })
  it('stops when the daily budget of the company or the platform is spent', async () => {
    const [companyId, other] = [await newCompany(), await newCompany()]
    const code = async (of: object = {}) =>
      (await catchRefusal(app.codes.send({ ...codeRequest(newPhone()), ...of })))?.code
    await app.set('message.companyDaily', 2)
    expect([await code({ companyId }), await code({ companyId }), await code({ companyId })]).toEqual([
      undefined,
      undefined,
      1200,
    ])
    expect(await code({ companyId: other })).toBeUndefined()
    await app.set('message.companyDaily', 1_000_000)
    await app.set('message.globalDaily', 1)
    const spent = await code({ companyId: other })
    await app.set('message.globalDaily', 10_000_000)
    expect([spent, await code({ companyId: other })]).toEqual([1200, undefined])
  })
})

describe('a code', () => {
  const sent = async (phone = newPhone(), purpose: Purpose = 'login') => {
    const { uuid } = await app.codes.send(codeRequest(phone, newAddress(), purpose))
    return { purpose, ...toSubject(phone), uuid, code: await sentTo(phone), phone }
  }
  const wrong = { code: 1007, msg: '短信验证码错误或已过期' }
  const redeem = (of: object) => catchRefusal(app.codes.redeem(of as Parameters<typeof app.codes.redeem>[0]))
  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  it('has six digits and works once', async () => {
    const proof = await sent()
    expect(proof.code).toMatch(/^\d{6}$/)
    expect(await redeem(proof)).toBeUndefined()
    expect(await redeem(proof)).toEqual(wrong)
  })
  it('lets exactly one of twenty concurrent attempts win', async () => {
    const proof = await sent()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => redeem(proof)))
    expect(outcomes.filter((refused) => refused === undefined)).toHaveLength(1)
  })
  it('is invalid for another phone, purpose or send, and stays valid for its own', async () => {
    const proof = await sent()
    const { uuid } = await sent()
    for (const foreign of [toSubject(newPhone()), { purpose: 'bind' }, { uuid }, { uuid: undefined }])
      expect(await redeem({ ...proof, ...foreign })).toEqual(wrong)
    expect(await redeem({ ...proof, code: undefined })).toEqual(wrong)
    expect(await redeem(proof)).toBeUndefined()
  })
  it('belongs to its holder and ends with their proofs', async () => {
    const phone = newPhone()
    const contact = `phone:${phone}`
    const holder = { id: randomUUID(), proofEpoch: 3 }
    const { uuid } = await app.codes.send({ ...codeRequest(phone), subject: { holder, contact } })
    const proof = { purpose: 'login', uuid, code: await sentTo(phone) }
    const others = [undefined, { ...holder, proofEpoch: 4 }, { ...holder, id: randomUUID() }]
    for (const other of others) expect(await redeem({ ...proof, subject: { holder: other, contact } })).toEqual(wrong)
    expect(await redeem({ ...proof, subject: { holder, contact } })).toBeUndefined()
  })
  it('is destroyed by five wrong guesses, concurrent ones included', async () => {
    const proof = await sent()
    const guesses = Array.from({ length: 5 }, () => redeem({ ...proof, code: other(proof.code) }))
    expect(await Promise.all(guesses)).toEqual([wrong, wrong, wrong, wrong, wrong])
    expect(await redeem(proof)).toEqual(wrong)
  })
  it('survives four wrong guesses', async () => {
    const proof = await sent()
    for (let n = 0; n < 4; n += 1) expect(await redeem({ ...proof, code: other(proof.code) })).toEqual(wrong)
    expect(await redeem(proof)).toBeUndefined()
  })
  it('is revoked by the next code for the same purpose and subject', async () => {
    const first = await sent()
    await resetCounter('pause')
    const { uuid } = await app.codes.send(codeRequest(first.phone))
    const code = await eventually(async () => {
      const all = (await app.outbox()).filter(({ to }) => to === first.phone)
      if (all.length < 2) throw new Error('not sent yet')
      return all.at(-1)?.values.code
    })
    expect(await redeem(first)).toEqual(wrong)
    expect(await redeem({ ...first, uuid, code })).toBeUndefined()
  })
  it('expires after five minutes', async () => {
    const proof = await sent()
    const [row] = await app.sql(
      'select extract(epoch from expires_at - now())::float8 as left from verification_codes where id = $1',
      [proof.uuid],
    )
    expect(Number(row?.left)).toBeGreaterThan(280)
    expect(Number(row?.left)).toBeLessThanOrEqual(300)
    await app.sql('update verification_codes set expires_at = now() where id = $1', [proof.uuid])
    expect(await redeem(proof)).toEqual(wrong)
  })
  it('is stored in no column, before or after sending', async () => {
    const proof = await sent()
    const everything = async () =>
      (await app.sql('select it::text as text from messages it union all select it::text from verification_codes it'))
        .map(({ text }) => text)
        .join('\n')
    expect(await everything()).not.toContain(proof.code)
    expect(await everything()).not.toContain(proof.phone)
    await eventually(async () =>
      expect(await messagesTo(proof.phone)).toMatchObject([{ state: 'sent', content: null }]),
    )
    expect(await everything()).not.toContain(proof.code)
  })
})

describe('a code for an account', () => {
  const forgetting = (account: string) => ({
    ...codeRequest('', newAddress(), 'forget'),
    to: { account },
    subject: { holder: undefined, contact: `account:${account}` },
    onlyIfKnown: true,
  })
  const awaitState = (target: string) =>
    eventually(async () => {
      const row = (await app.rows()).findLast((each) => each.target === target && each.state !== 'queued')
      if (!row) throw new Error('not delivered yet')
      return row
    })

  it('goes to the account’s phone, with the same answer if it has none', async () => {
    const companyId = await newCompany()
    const phone = newPhone()
    const { account } = await buildUser(app, { companyId, phone })
    const known = await app.codes.send(forgetting(account))
    const unknown = await app.codes.send(forgetting('znobody'))
    expect({ ...known, uuid: '' }).toEqual({ ...unknown, uuid: '' })
    expect(known.msg).toBe('如果账号存在，验证码已发送')
    const proof = {
      purpose: 'forget' as const,
      subject: { holder: undefined, contact: `account:${account}` },
      uuid: known.uuid,
    }
    await app.codes.redeem({ ...proof, code: await sentTo(phone) })
    expect(await awaitState('z***')).toMatchObject({ state: 'dropped', content: null, problem: '没有可接收的用户' })
  })
  it('spends the budget of that phone as well', async () => {
    const companyId = await newCompany()
    const phone = newPhone()
    const { account } = await buildUser(app, { companyId, phone, account: `y${Date.now()}` })
    await app.codes.send(codeRequest(phone))
    await sentTo(phone)
    await app.codes.send(forgetting(account))
    expect(await awaitState('y***')).toMatchObject({ state: 'dropped', problem: '超过发送上限，不再发送' })
    expect((await app.outbox()).filter(({ to }) => to === phone)).toHaveLength(1)
  })
  it('is not sent to locked users or into stopped companies', async () => {
    const phones = [newPhone(), newPhone()]
    const [locked, stopped] = [await newCompany(), await newCompany()]
    const user = await buildUser(app, { companyId: locked, phone: phones[0] ?? '' })
    await buildUser(app, { companyId: stopped, phone: phones[1] ?? '' })
    await app.sql('update users set status = 0 where id = $1', [user.id])
    await app.sql('update companies set status = 0 where id = $1', [stopped])
    for (const phone of phones) await app.codes.send({ ...codeRequest(phone), onlyIfKnown: true })
    const states = () => Promise.all(phones.map(async (phone) => (await messagesTo(phone))[0]?.state))
    await eventually(async () => expect(await states()).toEqual(['dropped', 'dropped']))
    expect((await app.outbox()).filter(({ to }) => phones.includes(to))).toEqual([])
  })
})
