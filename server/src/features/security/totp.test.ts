import { randomUUID } from 'node:crypto'
import { securityContract } from '@atrium/contract/features/security/security.contract.ts'
import { signInContract } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { TOTP } from 'totp-generator'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'

const { state, switchItem, recoveryCodes, trustedDevices } = securityContract
const { verify, accessToken } = signInContract
let app: TestApp
let companyId: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app)
})

type SetUp = { secret: string; uri: string; recovery: string[] }
type Person = Awaited<ReturnType<typeof newcomer>>
const newcomer = async () => {
  const user = await buildUser(app, { companyId })
  return { ...user, token: await app.signIn(user) }
}
const step = 30_000
/** A code from another library, so many steps from now; never so late in a step that it is another one on arrival. */
const codeOf = async (secret: string, away = 0) => {
  const left = step - (Date.now() % step)
  if (left < 6000) await new Promise((done) => setTimeout(done, left))
  return (await TOTP.generate(secret, { timestamp: Date.now() + away * step })).otp
}
type Switch = Parameters<typeof app.call<typeof switchItem>>[1]['body']
const turn = (person: Person, body: Switch, headers = {}) => app.call(switchItem, { body }, person.token, headers)
const prepare = async (person: Person, headers = {}) => {
  const answer = await turn(person, { item: 'totp', on: true, password: person.password }, headers)
  expect(answer.code).toBe(111)
  return answer.data as unknown as SetUp
}
const withTotp = async () => {
  const person = await newcomer()
  const setUp = await prepare(person)
  expect((await turn(person, { item: 'totp', on: true, code: await codeOf(setUp.secret, -1) })).code).toBe(0)
  return { ...person, ...setUp }
}
const begin = async ({ account, password }: { account: string; password: string }) => {
  const { data } = await app.call(verify, { body: { account, password } })
  if (!data) throw new Error('refused')
  return data
}
type Proof = Parameters<typeof app.call<typeof accessToken>>[1]['body']
const signInWith = async (person: Person, proof: NonNullable<Proof>) =>
  app.call(accessToken, { body: proof }, (await begin(person)).tempToken)
const mine = async ({ token }: Person) => (await app.call(state, {}, token)).data

describe('setting up an authenticator app', () => {
  it('takes two calls, and nothing counts before the second', async () => {
    const person = await newcomer()
    const { secret, uri, recovery } = await prepare(person)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(Object.fromEntries(new URL(uri).searchParams)).toMatchObject({
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(decodeURIComponent(uri)).toMatch(new RegExp(`^otpauth://totp/.+:${person.account}\\?`))
    expect(new Set(recovery).size).toBe(10)
    expect(recovery.every((code) => /^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){2}$/.test(code))).toBe(true)
    expect(await mine(person)).toMatchObject({ totp: false, recovery: 0 })
    expect((await begin(person)).next).toBe('none')

    const wrong = await turn(person, { item: 'totp', on: true, code: '000000' })
    expect(wrong).toMatchObject({ code: 1154, errors: [{ field: 'code' }] })
    const typed = (await codeOf(secret)).replace(/^.../, '$& ')
    expect((await turn(person, { item: 'totp', on: true, code: typed })).code).toBe(0)
    expect(await mine(person)).toMatchObject({ totp: true, recovery: 10 })
    expect(await begin(person)).toMatchObject({
      next: 'totp',
      methods: [
        { type: 'totp', target: '' },
        { type: 'recovery', target: '' },
      ],
    })
  })
  it('asks for the password, in the first call', async () => {
    const person = await newcomer()
    const field = (code: number) => ({ code, errors: [{ field: 'password' }] })
    expect(await turn(person, { item: 'totp', on: true })).toMatchObject(field(1151))
    expect(await turn(person, { item: 'totp', on: true, password: 'Wrong#Pass1' })).toMatchObject(field(1150))
    expect((await turn(person, { item: 'totp', on: true, code: '123456' })).code).toBe(1155)
  })
  it('forgets a secret that was prepared and not confirmed, and keeps one that was', async () => {
    const person = await newcomer()
    const first = await prepare(person)
    const second = await prepare(person)
    expect((await turn(person, { item: 'totp', on: true, code: await codeOf(first.secret) })).code).toBe(1154)
    expect((await turn(person, { item: 'totp', on: true, code: await codeOf(second.secret) })).code).toBe(0)
    expect((await turn(person, { item: 'totp', on: true, password: person.password })).code).toBe(1158)
  })
  it('leaves neither secret nor codes behind in clear', async () => {
    const person = await newcomer()
    const key = () => ({ 'idempotency-key': randomUUID() })
    const { secret, recovery } = await prepare(person, key())
    const code = await codeOf(secret)
    await turn(person, { item: 'totp', on: true, code }, key())
    const { data } = await app.call(recoveryCodes, { body: { password: person.password } }, person.token, key())
    const tables = ['idempotency_keys', 'audit_log', 'totp_secrets', 'recovery_codes', 'users', 'limits']
    const rows = await Promise.all(tables.map((table) => app.sql(`select t::text as row from ${table} t`)))
    const stored = rows.flat().map(({ row }) => String(row).toLowerCase())
    expect(stored.length).toBeGreaterThan(20)
    const shown = [secret, person.password, ...recovery, ...(data?.codes ?? [])].map((text) => text.toLowerCase())
    const plain = shown.map((text) => text.replaceAll('-', ''))
    const hex = [...shown, ...plain].map((text) => Buffer.from(text).toString('hex'))
    expect([...shown, ...plain, ...hex].filter((text) => stored.some((row) => row.includes(text)))).toEqual([])
    const events = await app.sql(
      `select ok, code, before, after from audit_log where actor_id = $1 and event = 'securityItem.switched' order by seq`,
      [person.id],
    )
    expect(events).toEqual([{ ok: true, code: 0, before: { totp: false }, after: { totp: true } }])
  })
})

describe('a code', () => {
  it('is good for one use, also of twenty at the same moment', async () => {
    const person = await withTotp()
    const attempts: Awaited<ReturnType<typeof begin>>[] = []
    for (let n = 0; n < 20; n += 1) attempts.push(await begin(person))
    const code = await codeOf(person.secret)
    const answers = await Promise.all(
      attempts.map(({ tempToken }) => app.call(accessToken, { body: { type: 'totp', code } }, tempToken)),
    )
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, ...Array(19).fill(1017)])
  })
  it('was used up by the set-up', async () => {
    const person = await newcomer()
    const { secret } = await prepare(person)
    const code = await codeOf(secret)
    await turn(person, { item: 'totp', on: true, code })
    expect((await signInWith(person, { type: 'totp', code })).code).toBe(1017)
  })
  it.each([
    [-2, 1017],
    [-1, 0],
    [0, 0],
    [1, 0],
    [2, 1017],
  ])('%i steps off answers %i', async (away, expected) => {
    const person = await withTotp()
    await app.sql('update totp_secrets set last_step = 0 where user_id = $1', [person.id])
    const code = await codeOf(person.secret, away)
    expect((await signInWith(person, { type: 'totp', code })).code).toBe(expected)
  })
  it('of a step before the last accepted one is refused', async () => {
    const person = await withTotp()
    expect((await signInWith(person, { type: 'totp', code: await codeOf(person.secret, 1) })).code).toBe(0)
    expect((await signInWith(person, { type: 'totp', code: await codeOf(person.secret) })).code).toBe(1017)
  })
})

describe('switching off', () => {
  it('needs the password, and takes recovery codes and trusted browsers along', async () => {
    const person = await withTotp()
    const code = await codeOf(person.secret)
    expect((await signInWith(person, { type: 'totp', code, trustDevice: true })).code).toBe(0)
    expect((await app.call(trustedDevices, {}, person.token)).data).toHaveLength(1)
    expect((await turn(person, { item: 'totp', on: false })).code).toBe(1151)
    expect((await turn(person, { item: 'totp', on: false, password: 'Wrong#Pass1' })).code).toBe(1150)
    expect(await mine(person)).toMatchObject({ totp: true, trusted: 1 })
    expect((await turn(person, { item: 'totp', on: false, password: person.password })).code).toBe(0)
    expect(await mine(person)).toMatchObject({ totp: false, recovery: 0, trusted: 0 })
    expect((await begin(person)).next).toBe('none')
  })
  it('leaves them while another second step is on', async () => {
    const person = await withTotp()
    await app.sql('update users set phone = $2 where id = $1', [person.id, '13900000001'])
    expect((await turn(person, { item: 'sms', on: true, password: person.password })).code).toBe(0)
    expect((await turn(person, { item: 'totp', on: false, password: person.password })).code).toBe(0)
    expect(await mine(person)).toMatchObject({ totp: false, sms: true, recovery: 10 })
  })
})

describe('recovery codes', () => {
  it('work once, however they are typed, and go down in number', async () => {
    const person = await withTotp()
    const [first = '', second = ''] = person.recovery
    const typed = first.replaceAll('-', ' ').toUpperCase()
    expect((await signInWith(person, { type: 'recovery', code: typed })).code).toBe(0)
    expect((await signInWith(person, { type: 'recovery', code: first })).code).toBe(1017)
    const twins = await Promise.all([begin(person), begin(person), begin(person)])
    const answers = await Promise.all(
      twins.map(({ tempToken }) => app.call(accessToken, { body: { type: 'recovery', code: second } }, tempToken)),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 1017, 1017])
    expect(await mine(person)).toMatchObject({ recovery: 8 })
  })
  it('are nobody else’s', async () => {
    const [one, other] = [await withTotp(), await withTotp()]
    expect((await signInWith(one, { type: 'recovery', code: other.recovery[0] })).code).toBe(1017)
  })
  it('are replaced altogether, with the password, where there is a second step', async () => {
    const person = await withTotp()
    expect((await app.call(recoveryCodes, { body: { password: 'Wrong#Pass1' } }, person.token)).code).toBe(1150)
    const { data } = await app.call(recoveryCodes, { body: { password: person.password } }, person.token)
    expect(data?.codes).toHaveLength(10)
    expect((await signInWith(person, { type: 'recovery', code: person.recovery[0] })).code).toBe(1017)
    expect((await signInWith(person, { type: 'recovery', code: data?.codes[0] })).code).toBe(0)
    const without = await newcomer()
    expect((await app.call(recoveryCodes, { body: { password: without.password } }, without.token)).code).toBe(1159)
  })
})
