import { randomUUID } from 'node:crypto'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { TOTP } from 'totp-generator'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { dataAs } from '../../../../test/loosely-typed.ts'

const { state, switchItem, recoveryCodes, trustedDevices } = securityContract
const { verify, accessToken } = signInContract
let app: TestApp
let companyId: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app)
})

type SetUp = { secret: string; uri: string; recovery: string[] }
type Person = Awaited<ReturnType<typeof buildSignedInUser>>
const buildSignedInUser = async () => {
  const user = await buildUser(app, { companyId })
  return { ...user, token: await app.signIn(user) }
}
const step = 30_000
/** A code from another library, `steps` steps from now; waits if the current step is about to end. */
const generateCode = async (secret: string, steps = 0) => {
  const left = step - (Date.now() % step)
  if (left < 6000) await new Promise((done) => setTimeout(done, left))
  return (await TOTP.generate(secret, { timestamp: Date.now() + steps * step })).otp
}
type Switch = Parameters<typeof app.call<typeof switchItem>>[1]['body']
const callSwitchItem = (person: Person, body: Switch, headers = {}) =>
  app.call(switchItem, { body }, person.token, headers)
const prepare = async (person: Person, headers = {}) => {
  const answer = await callSwitchItem(person, { item: 'totp', on: true, password: person.password }, headers)
  expect(answer.code).toBe(111)
  return dataAs<SetUp>(answer)
}
const buildUserWithTotp = async () => {
  const person = await buildSignedInUser()
  const setUp = await prepare(person)
  expect(
    (await callSwitchItem(person, { item: 'totp', on: true, code: await generateCode(setUp.secret, -1) })).code,
  ).toBe(0)
  return { ...person, ...setUp }
}
const startSignIn = async ({ account, password }: { account: string; password: string }) => {
  const { data } = await app.call(verify, { body: { account, password } })
  if (!data) throw new Error('refused')
  return data
}
type Proof = Parameters<typeof app.call<typeof accessToken>>[1]['body']
const signInWith = async (person: Person, proof: NonNullable<Proof>) =>
  app.call(accessToken, { body: proof }, (await startSignIn(person)).tempToken)
const securityState = async ({ token }: Person) => (await app.call(state, {}, token)).data

describe('authenticator app set-up', () => {
  it('takes two calls and is inactive before the second', async () => {
    const person = await buildSignedInUser()
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
    expect(await securityState(person)).toMatchObject({ totp: false, recovery: 0 })
    expect((await startSignIn(person)).next).toBe('none')

    const wrong = await callSwitchItem(person, { item: 'totp', on: true, code: '000000' })
    expect(wrong).toMatchObject({ code: 1154, errors: [{ field: 'code' }] })
    const typed = (await generateCode(secret)).replace(/^.../, '$& ')
    expect((await callSwitchItem(person, { item: 'totp', on: true, code: typed })).code).toBe(0)
    expect(await securityState(person)).toMatchObject({ totp: true, recovery: 10 })
    expect(await startSignIn(person)).toMatchObject({
      next: 'totp',
      methods: [
        { type: 'totp', target: '' },
        { type: 'recovery', target: '' },
      ],
    })
  })
  it('requires the password in the first call', async () => {
    const person = await buildSignedInUser()
    const field = (code: number) => ({ code, errors: [{ field: 'password' }] })
    expect(await callSwitchItem(person, { item: 'totp', on: true })).toMatchObject(field(1151))
    expect(await callSwitchItem(person, { item: 'totp', on: true, password: 'Wrong#Pass1' })).toMatchObject(field(1150))
    expect((await callSwitchItem(person, { item: 'totp', on: true, code: '123456' })).code).toBe(1155)
  })
  it('replaces an unconfirmed secret and keeps a confirmed one', async () => {
    const person = await buildSignedInUser()
    const first = await prepare(person)
    const second = await prepare(person)
    expect(
      (await callSwitchItem(person, { item: 'totp', on: true, code: await generateCode(first.secret) })).code,
    ).toBe(1154)
    expect(
      (await callSwitchItem(person, { item: 'totp', on: true, code: await generateCode(second.secret) })).code,
    ).toBe(0)
    expect((await callSwitchItem(person, { item: 'totp', on: true, password: person.password })).code).toBe(1158)
  })
  it('stores neither secret nor codes in clear', async () => {
    const person = await buildSignedInUser()
    const key = () => ({ 'idempotency-key': randomUUID() })
    const { secret, recovery } = await prepare(person, key())
    const code = await generateCode(secret)
    await callSwitchItem(person, { item: 'totp', on: true, code }, key())
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

describe('TOTP code', () => {
  it('is valid once, also in twenty parallel calls', async () => {
    const person = await buildUserWithTotp()
    const attempts: Awaited<ReturnType<typeof startSignIn>>[] = []
    for (let n = 0; n < 20; n += 1) attempts.push(await startSignIn(person))
    const code = await generateCode(person.secret)
    const answers = await Promise.all(
      attempts.map(({ tempToken }) => app.call(accessToken, { body: { type: 'totp', code } }, tempToken)),
    )
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, ...Array(19).fill(1017)])
  })
  it('is used up by the set-up', async () => {
    const person = await buildSignedInUser()
    const { secret } = await prepare(person)
    const code = await generateCode(secret)
    await callSwitchItem(person, { item: 'totp', on: true, code })
    expect((await signInWith(person, { type: 'totp', code })).code).toBe(1017)
  })
  it.each([
    [-2, 1017],
    [-1, 0],
    [0, 0],
    [1, 0],
    [2, 1017],
  ])('%i steps off answers %i', async (steps, expected) => {
    const person = await buildUserWithTotp()
    await app.sql('update totp_secrets set last_step = 0 where user_id = $1', [person.id])
    const code = await generateCode(person.secret, steps)
    expect((await signInWith(person, { type: 'totp', code })).code).toBe(expected)
  })
  it('is refused for a step before the last accepted one', async () => {
    const person = await buildUserWithTotp()
    expect((await signInWith(person, { type: 'totp', code: await generateCode(person.secret, 1) })).code).toBe(0)
    expect((await signInWith(person, { type: 'totp', code: await generateCode(person.secret) })).code).toBe(1017)
  })
})

describe('switching TOTP off', () => {
  it('needs the password, and removes recovery codes and trusted browsers', async () => {
    const person = await buildUserWithTotp()
    const code = await generateCode(person.secret)
    expect((await signInWith(person, { type: 'totp', code, trustDevice: true })).code).toBe(0)
    expect((await app.call(trustedDevices, {}, person.token)).data).toHaveLength(1)
    expect((await callSwitchItem(person, { item: 'totp', on: false })).code).toBe(1151)
    expect((await callSwitchItem(person, { item: 'totp', on: false, password: 'Wrong#Pass1' })).code).toBe(1150)
    expect(await securityState(person)).toMatchObject({ totp: true, trusted: 1 })
    expect((await callSwitchItem(person, { item: 'totp', on: false, password: person.password })).code).toBe(0)
    expect(await securityState(person)).toMatchObject({ totp: false, recovery: 0, trusted: 0 })
    expect((await startSignIn(person)).next).toBe('none')
  })
  it('keeps them while another second step is on', async () => {
    const person = await buildUserWithTotp()
    await app.sql('update users set phone = $2 where id = $1', [person.id, '13900000001'])
    expect((await callSwitchItem(person, { item: 'sms', on: true, password: person.password })).code).toBe(0)
    expect((await callSwitchItem(person, { item: 'totp', on: false, password: person.password })).code).toBe(0)
    expect(await securityState(person)).toMatchObject({ totp: false, sms: true, recovery: 10 })
  })
})

describe('recovery codes', () => {
  it('work once, in any notation, and decrease in number', async () => {
    const person = await buildUserWithTotp()
    const [first = '', second = ''] = person.recovery
    const typed = first.replaceAll('-', ' ').toUpperCase()
    expect((await signInWith(person, { type: 'recovery', code: typed })).code).toBe(0)
    expect((await signInWith(person, { type: 'recovery', code: first })).code).toBe(1017)
    const attempts = await Promise.all([startSignIn(person), startSignIn(person), startSignIn(person)])
    const answers = await Promise.all(
      attempts.map(({ tempToken }) => app.call(accessToken, { body: { type: 'recovery', code: second } }, tempToken)),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 1017, 1017])
    expect(await securityState(person)).toMatchObject({ recovery: 8 })
  })
  it('work for their owner only', async () => {
    const [one, other] = [await buildUserWithTotp(), await buildUserWithTotp()]
    expect((await signInWith(one, { type: 'recovery', code: other.recovery[0] })).code).toBe(1017)
  })
  it('are replaced as a whole, with the password, if there is a second step', async () => {
    const person = await buildUserWithTotp()
    expect((await app.call(recoveryCodes, { body: { password: 'Wrong#Pass1' } }, person.token)).code).toBe(1150)
    const { data } = await app.call(recoveryCodes, { body: { password: person.password } }, person.token)
    expect(data?.codes).toHaveLength(10)
    expect((await signInWith(person, { type: 'recovery', code: person.recovery[0] })).code).toBe(1017)
    expect((await signInWith(person, { type: 'recovery', code: data?.codes[0] })).code).toBe(0)
    const without = await buildSignedInUser()
    expect((await app.call(recoveryCodes, { body: { password: without.password } }, without.token)).code).toBe(1159)
  })
})
