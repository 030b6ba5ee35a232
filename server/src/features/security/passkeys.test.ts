import { randomUUID } from 'node:crypto'
import { securityContract } from '@atrium/contract/features/security/security.contract.ts'
import { signInContract } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { createSoftwareAuthenticator } from '../../../test/software-authenticator.ts'

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
type Person = Awaited<ReturnType<typeof newcomer>>
type Asked = { uuid: string; options: Record<string, unknown> }
const newcomer = async () => {
  const user = await buildUser(app, { companyId })
  return { ...user, token: await app.signIn(user), authenticator: createSoftwareAuthenticator(site) }
}
type Switch = Parameters<typeof app.call<typeof switchItem>>[1]['body']
const turn = ({ token }: Person, body: Omit<Switch, 'item'>) =>
  app.call(switchItem, { body: { item: 'passkey', ...body } }, token)
const asked = async (person: Person) => {
  const answer = await turn(person, { on: true, password: person.password })
  expect(answer.code).toBe(111)
  return answer.data as unknown as Asked
}
const register = async (person: Person, wrong: Wrong = {}, name?: string) => {
  const { uuid, options } = await asked(person)
  return turn(person, { on: true, uuid, attestation: person.authenticator.register(options, wrong), name })
}
const withPasskey = async () => {
  const person = await newcomer()
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
const attempt = async ({ authenticator }: Person, wrong: Wrong = {}) => {
  const { uuid, options } = await challenge()
  return signIn(uuid, authenticator.sign(options, wrong))
}
const wrongs: [string, NonNullable<Wrong>][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['another port of the same host', { origin: 'http://localhost:3001' }],
  ['another RP id', { rpId: 'evil.example' }],
  ['no user verification', { verified: false }],
  ['another challenge', { challenge: Buffer.from('made up').toString('base64url') }],
]

describe('registering a passkey', () => {
  it('asks for one that is discoverable and verifies its user', async () => {
    const person = await newcomer()
    expect((await turn(person, { on: true })).code).toBe(1151)
    const { options } = await asked(person)
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: person.account, displayName: '张伟' },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })
  it('adds it to the list, and demands nothing by itself', async () => {
    const person = await newcomer()
    expect((await register(person, {}, '我的手机')).code).toBe(0)
    const rows = await app.call(passkeys, {}, person.token)
    expect(rows.data).toMatchObject([{ name: '我的手机', lastTime: null }])
    expect((await app.call(state, {}, person.token)).data?.passkeys).toBe(1)
    const { options } = await asked(person)
    expect(options.excludeCredentials).toMatchObject([{ type: 'public-key', transports: ['internal', 'hybrid'] }])
    const { data } = await app.call(verify, { body: { account: person.account, password: person.password } })
    expect(data).toMatchObject({ next: 'none', methods: [] })
  })
  it.each([...wrongs, ['an attestation nobody asked for', { format: 'apple' }]])('refuses %s', async (_, wrong) => {
    const person = await newcomer()
    expect(await register(person, wrong)).toMatchObject({ code: 1156 })
    expect((await app.call(passkeys, {}, person.token)).data).toEqual([])
  })
  it('refuses a challenge of somebody else, one that ran out, and one that was used', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    const theirs = await asked(other)
    const answer = ({ uuid, options }: Asked) => ({
      on: true,
      uuid,
      attestation: one.authenticator.register(options),
    })
    expect((await turn(one, answer(theirs))).code).toBe(1156)

    const old = await asked(one)
    await app.sql(`update passkey_challenges set expires_at = now() - interval '1 second' where id = $1`, [old.uuid])
    expect((await turn(one, answer(old))).code).toBe(1156)

    const own = await asked(one)
    expect((await turn(one, { ...answer(own), attestation: { id: {}, response: null } })).code).toBe(1156)
    expect((await turn(one, answer(own))).code).toBe(1156)
    const forSignIn = await challenge()
    expect((await turn(one, answer({ ...own, uuid: forSignIn.uuid }))).code).toBe(1156)
  })
  it('refuses one that is somebody’s already, with the same sentence', async () => {
    const person = await withPasskey()
    const thief = { ...(await newcomer()), authenticator: person.authenticator }
    expect(await register(thief)).toMatchObject({ code: 1156 })
    expect(await register(person)).toMatchObject({ code: 1156 })
  })
  it('stops at ten', async () => {
    const person = await newcomer()
    const early = await asked(person)
    for (let n = 0; n < 10; n += 1)
      expect((await register({ ...person, authenticator: createSoftwareAuthenticator(site) })).code).toBe(0)
    expect((await turn(person, { on: true, password: person.password })).code).toBe(1157)
    const late = { on: true, uuid: early.uuid, attestation: person.authenticator.register(early.options) }
    expect((await turn(person, late)).code).toBe(1157)
  })
})

describe('signing in with a passkey', () => {
  it('is both steps at once', async () => {
    const person = await withPasskey()
    const first = await attempt(person)
    expect(first).toMatchObject({ code: 0, data: { next: 'none', methods: [] } })
    const done = await app.call(accessToken, { body: {} }, first.data?.tempToken)
    expect(done.code).toBe(0)
    const [row] = (await app.call(passkeys, {}, done.data?.token)).data ?? []
    expect(row?.lastTime).not.toBeNull()
  })
  it('asks every passkey of this site, for a verified user', async () => {
    const { options } = await challenge()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(options.allowCredentials).toBeUndefined()
  })
  it.each(wrongs)('refuses %s', async (_, wrong) => {
    const person = await withPasskey()
    expect((await attempt(person, wrong)).code).toBe(1018)
    expect((await attempt(person)).code).toBe(0)
  })
  it('refuses a challenge that was answered before, rightly or wrongly', async () => {
    const person = await withPasskey()
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
  it('lets one of many through that come with the same answer', async () => {
    const person = await withPasskey()
    const { uuid, options } = await challenge()
    const signed = person.authenticator.sign(options)
    const codes = (await Promise.all(Array.from({ length: 10 }, () => signIn(uuid, signed)))).map(({ code }) => code)
    expect(codes.sort()).toEqual([0, ...Array(9).fill(1018)])
  })
  it('refuses a counter that does not move on: somebody holds a copy', async () => {
    const person = await withPasskey()
    expect((await attempt(person, { counter: 7 })).code).toBe(0)
    expect((await attempt(person, { counter: 7 })).code).toBe(1018)
    expect((await attempt(person, { counter: 3 })).code).toBe(1018)
    expect((await attempt(person, { counter: 0 })).code).toBe(1018)
    expect((await attempt(person, { counter: 8 })).code).toBe(0)
  })
  it('takes an authenticator that does not count', async () => {
    const person = await withPasskey()
    expect((await attempt(person, { counter: 0 })).code).toBe(0)
    expect((await attempt(person, { counter: 0 })).code).toBe(0)
  })
  it('refuses an answer that names somebody else', async () => {
    const [one, other] = [await withPasskey(), await newcomer()]
    const { options } = await asked(other)
    one.authenticator.register(options)
    expect((await attempt(one)).code).toBe(1018)
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
  it('will do where one is demanded; one’s own, and not anybody else’s', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()]
    await smsOn(one, '13600000001')
    expect((await secondStep(one, other)).code).toBe(1017)
    expect((await secondStep(one, one)).code).toBe(0)
  })
})

describe('the list of passkeys', () => {
  it('is renamed and removed by its owner alone; others’ are as unknown as none', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()]
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
    expect((await attempt(one)).code).toBe(1018)
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
    const person = await withPasskey()
    expect((await turn(person, { on: false })).code).toBe(1151)
    expect((await turn(person, { on: false, password: person.password })).code).toBe(0)
    expect((await app.call(passkeys, {}, person.token)).data).toEqual([])
  })
})
