import { randomUUID } from 'node:crypto'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { dataAs } from '../../../../test/loosely-typed.ts'
import { createSoftwareAuthenticator } from '../../../../test/software-authenticator.ts'

const { state, switchItem, passkeys, renamePasskey, removePasskey } = securityContract
const { passkeyOptions, verify, accessToken } = signInContract
const site = { origin: 'http://localhost:3000' }
let app: TestApp
let companyId: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app)
})

type Authenticator = ReturnType<typeof createSoftwareAuthenticator>
type Wrong = Parameters<Authenticator['sign']>[1]
type Person = Awaited<ReturnType<typeof buildSignedInUser>>
type PasskeyOptions = { uuid: string; options: Record<string, unknown> }
const buildSignedInUser = async () => {
  const user = await buildUser(app, { companyId })
  return { ...user, token: await app.signIn(user), authenticator: createSoftwareAuthenticator(site) }
}
type Switch = Parameters<typeof app.call<typeof switchItem>>[1]['body']
const switchPasskey = ({ token }: Person, body: Omit<Switch, 'item'>) =>
  app.call(switchItem, { body: { item: 'passkey', ...body } }, token)
const requestOptions = async (person: Person) => {
  const answer = await switchPasskey(person, { on: true, password: person.password })
  expect(answer.code).toBe(111)
  return dataAs<PasskeyOptions>(answer)
}
const register = async (person: Person, wrong: Wrong = {}, name?: string) => {
  const { uuid, options } = await requestOptions(person)
  return switchPasskey(person, { on: true, uuid, attestation: person.authenticator.register(options, wrong), name })
}
const buildUserWithPasskey = async () => {
  const person = await buildSignedInUser()
  expect((await register(person)).code).toBe(0)
  return person
}
const challenge = async () => {
  const { data } = await app.call(passkeyOptions, {})
  if (!data) throw new Error('no options')
  return data
}
const signIn = (uuid: string, assertion: object) =>
  app.call(verify, { body: { type: 'passkey', uuid, assertion: assertion as Record<string, unknown> } })
const signInWithPasskey = async ({ authenticator }: Person, wrong: Wrong = {}) => {
  const { uuid, options } = await challenge()
  return signIn(uuid, authenticator.sign(options, wrong))
}
const wrongAnswers: [string, NonNullable<Wrong>][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['another port of the same host', { origin: 'http://localhost:3001' }],
  ['another RP id', { rpId: 'evil.example' }],
  ['no user verification', { verified: false }],
  ['another challenge', { challenge: Buffer.from('made up').toString('base64url') }],
]

describe('registering a passkey', () => {
  it('asks for a discoverable passkey with user verification', async () => {
    const person = await buildSignedInUser()
    expect((await switchPasskey(person, { on: true })).code).toBe(1151)
    const { options } = await requestOptions(person)
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: person.account, displayName: '张伟' },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })
  it('adds it to the list without making it mandatory', async () => {
    const person = await buildSignedInUser()
    expect((await register(person, {}, '我的手机')).code).toBe(0)
    const rows = await app.call(passkeys, {}, person.token)
    expect(rows.data).toMatchObject([{ name: '我的手机', lastTime: null }])
    expect((await app.call(state, {}, person.token)).data?.passkeys).toBe(1)
    const { options } = await requestOptions(person)
    expect(options.excludeCredentials).toMatchObject([{ type: 'public-key', transports: ['internal', 'hybrid'] }])
    const { data } = await app.call(verify, { body: { account: person.account, password: person.password } })
    expect(data).toMatchObject({ next: 'none', methods: [] })
  })
  it.each([...wrongAnswers, ['an unrequested attestation', { format: 'apple' }]])('refuses %s', async (_, wrong) => {
    const person = await buildSignedInUser()
    expect(await register(person, wrong)).toMatchObject({ code: 1156 })
    expect((await app.call(passkeys, {}, person.token)).data).toEqual([])
  })
  it('refuses foreign, expired and used challenges', async () => {
    const [one, other] = [await buildSignedInUser(), await buildSignedInUser()]
    const otherOptions = await requestOptions(other)
    const answer = ({ uuid, options }: PasskeyOptions) => ({
      on: true,
      uuid,
      attestation: one.authenticator.register(options),
    })
    expect((await switchPasskey(one, answer(otherOptions))).code).toBe(1156)

    const old = await requestOptions(one)
    await app.sql(`update passkey_challenges set expires_at = now() - interval '1 second' where id = $1`, [old.uuid])
    expect((await switchPasskey(one, answer(old))).code).toBe(1156)

    const ownOptions = await requestOptions(one)
    expect((await switchPasskey(one, { ...answer(ownOptions), attestation: { id: {}, response: null } })).code).toBe(
      1156,
    )
    expect((await switchPasskey(one, answer(ownOptions))).code).toBe(1156)
    const forSignIn = await challenge()
    expect((await switchPasskey(one, answer({ ...ownOptions, uuid: forSignIn.uuid }))).code).toBe(1156)
  })
  it('refuses a passkey registered elsewhere with the same message', async () => {
    const person = await buildUserWithPasskey()
    const thief = { ...(await buildSignedInUser()), authenticator: person.authenticator }
    expect(await register(thief)).toMatchObject({ code: 1156 })
    expect(await register(person)).toMatchObject({ code: 1156 })
  })
  it('allows ten at most', async () => {
    const person = await buildSignedInUser()
    const early = await requestOptions(person)
    for (let n = 0; n < 10; n += 1)
      expect((await register({ ...person, authenticator: createSoftwareAuthenticator(site) })).code).toBe(0)
    expect((await switchPasskey(person, { on: true, password: person.password })).code).toBe(1157)
    const late = { on: true, uuid: early.uuid, attestation: person.authenticator.register(early.options) }
    expect((await switchPasskey(person, late)).code).toBe(1157)
  })
})

describe('signing in with a passkey', () => {
  it('counts as both steps', async () => {
    const person = await buildUserWithPasskey()
    const first = await signInWithPasskey(person)
    expect(first).toMatchObject({ code: 0, data: { next: 'none', methods: [] } })
    const done = await app.call(accessToken, { body: {} }, first.data?.tempToken)
    expect(done.code).toBe(0)
    const [row] = (await app.call(passkeys, {}, done.data?.token)).data ?? []
    expect(row?.lastTime).not.toBeNull()
  })
  it('asks for any passkey of this site, with user verification', async () => {
    const { options } = await challenge()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(options.allowCredentials).toBeUndefined()
  })
  it.each(wrongAnswers)('refuses %s', async (_, wrong) => {
    const person = await buildUserWithPasskey()
    expect((await signInWithPasskey(person, wrong)).code).toBe(1018)
    expect((await signInWithPasskey(person)).code).toBe(0)
  })
  it('refuses a challenge that was already answered, rightly or wrongly', async () => {
    const person = await buildUserWithPasskey()
    const { uuid, options } = await challenge()
    const signed = person.authenticator.sign(options)
    expect((await signIn(uuid, signed)).code).toBe(0)
    expect((await signIn(uuid, signed)).code).toBe(1018)
    expect((await signIn(uuid, person.authenticator.sign(options))).code).toBe(1018)
    const other = await challenge()
    expect((await signIn(other.uuid, { id: { toString: 1 } })).code).toBe(1018)
    expect((await signIn(other.uuid, person.authenticator.sign(other.options))).code).toBe(1018)
    expect((await signIn(randomUUID(), signed)).code).toBe(1018)
  })
  it('accepts one of many parallel uses of the same answer', async () => {
    const person = await buildUserWithPasskey()
    const { uuid, options } = await challenge()
    const signed = person.authenticator.sign(options)
    const codes = (await Promise.all(Array.from({ length: 10 }, () => signIn(uuid, signed)))).map(({ code }) => code)
    expect(codes.sort()).toEqual([0, ...Array(9).fill(1018)])
  })
  it('refuses a counter that does not increase', async () => {
    const person = await buildUserWithPasskey()
    expect((await signInWithPasskey(person, { counter: 7 })).code).toBe(0)
    expect((await signInWithPasskey(person, { counter: 7 })).code).toBe(1018)
    expect((await signInWithPasskey(person, { counter: 3 })).code).toBe(1018)
    expect((await signInWithPasskey(person, { counter: 0 })).code).toBe(1018)
    expect((await signInWithPasskey(person, { counter: 8 })).code).toBe(0)
  })
  it('accepts an authenticator without a counter', async () => {
    const person = await buildUserWithPasskey()
    expect((await signInWithPasskey(person, { counter: 0 })).code).toBe(0)
    expect((await signInWithPasskey(person, { counter: 0 })).code).toBe(0)
  })
  it('refuses an answer that names another user', async () => {
    const [one, other] = [await buildUserWithPasskey(), await buildSignedInUser()]
    const { options } = await requestOptions(other)
    one.authenticator.register(options)
    expect((await signInWithPasskey(one)).code).toBe(1018)
  })
})

describe('a passkey as the second step', () => {
  const smsOn = ({ id }: Person, phone: string) =>
    app.sql('update users set phone = $2, sms_second_step = true where id = $1', [id, phone])
  const secondStep = async ({ account, password }: Person, { authenticator }: Person) => {
    const { data } = await app.call(verify, { body: { account, password } })
    expect(data?.methods.map(({ type }) => type)).toEqual(['passkey', 'sms'])
    const { uuid, options } = await challenge()
    const assertion = authenticator.sign(options)
    return app.call(accessToken, { body: { type: 'passkey', uuid, assertion } }, data?.tempToken)
  }
  it('accepts the user’s own passkey only', async () => {
    const [one, other] = [await buildUserWithPasskey(), await buildUserWithPasskey()]
    await smsOn(one, '13600000001')
    expect((await secondStep(one, other)).code).toBe(1017)
    expect((await secondStep(one, one)).code).toBe(0)
  })
})

describe('passkey list', () => {
  it('is renamed and removed by its owner only', async () => {
    const [one, other] = [await buildUserWithPasskey(), await buildUserWithPasskey()]
    const id = (await app.call(passkeys, {}, one.token)).data?.[0]?.id ?? ''
    for (const foreign of [id, randomUUID()]) {
      const rename = { params: { id: foreign }, body: { name: '我的' } }
      expect((await app.call(renamePasskey, rename, other.token)).code).toBe(404)
      expect((await app.call(removePasskey, { params: { id: foreign } }, other.token)).code).toBe(404)
    }
    expect((await app.call(renamePasskey, { params: { id }, body: { name: '电脑' } }, one.token)).code).toBe(0)
    expect((await app.call(passkeys, {}, one.token)).data?.[0]?.name).toBe('电脑')
    expect((await app.call(removePasskey, { params: { id } }, one.token)).code).toBe(0)
    expect((await app.call(passkeys, {}, one.token)).data).toEqual([])
    expect((await signInWithPasskey(one)).code).toBe(1018)
    const rows = await app.sql(
      `select event, entity_id, before, after from audit_log where actor_id = $1 and event like 'passkey.%' order by seq`,
      [one.id],
    )
    expect(rows).toEqual([
      { event: 'passkey.renamed', entity_id: one.id, before: { name: '通行密钥' }, after: { name: '电脑' } },
      { event: 'passkey.removed', entity_id: one.id, before: { name: '电脑' }, after: null },
    ])
  })
  it('is emptied by the switch, with the password', async () => {
    const person = await buildUserWithPasskey()
    expect((await switchPasskey(person, { on: false })).code).toBe(1151)
    expect((await switchPasskey(person, { on: false, password: person.password })).code).toBe(0)
    expect((await app.call(passkeys, {}, person.token)).data).toEqual([])
  })
})
