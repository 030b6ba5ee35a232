import { randomInt } from 'node:crypto'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { state, bindSend, bindConfirm, switchItem } = securityContract
let app: TestApp
let companyId: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app)
})

type Person = Awaited<ReturnType<typeof buildSignedInUser>>
const buildSignedInUser = async () => {
  const user = await buildUser(app, { companyId })
  return { ...user, token: await app.signIn(user) }
}
const newPhone = () => `139${String(randomInt(100_000_000)).padStart(8, '0')}`
type Sending = Awaited<ReturnType<TestApp['outbox']>>[number]
const waitForMessage = async (to: string, matches: (sending: Sending) => boolean, earlier = 0) => {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = (await app.outbox()).filter((sending) => sending.to === to && matches(sending))
    if (found.length > earlier) return found.at(-1) as Sending
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`nothing was sent to ${to}`)
}
const isCode = ({ values }: Sending) => values.code !== undefined
/** Runs the call and returns the code sent by it. The pause between two messages is skipped. */
const codeSentBy = async (to: string, call: () => Promise<{ data?: { uuid: string } | undefined }>) => {
  const earlier = (await app.outbox()).filter((sending) => sending.to === to && isCode(sending)).length
  await app.sql('delete from limits')
  const { data } = await call()
  if (!data) throw new Error('no code was sent')
  return { uuid: data.uuid, code: String((await waitForMessage(to, isCode, earlier)).values.code) }
}
const requestCode = ({ token }: Person, type: 'phone' | 'mail', target: string) =>
  codeSentBy(target.toLowerCase(), () => app.call(bindSend, { body: { type, target } }, token))
type Body = Parameters<typeof app.call<typeof bindConfirm>>[1]['body']
const confirm = ({ token, password }: Person, body: Omit<Body, 'password'>, typed = password) =>
  app.call(bindConfirm, { body: { ...body, password: typed } }, token)
const bind = async (person: Person, type: 'phone' | 'mail', target: string) =>
  confirm(person, { type, target, ...(await requestCode(person, type, target)) })
const securityState = async ({ token }: Person) => (await app.call(state, {}, token)).data
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')

describe('binding a phone or mail address', () => {
  it('needs the code that went there, and the password', async () => {
    const person = await buildSignedInUser()
    const before = (await securityState(person))?.score ?? 0
    const phone = newPhone()
    const sent = await requestCode(person, 'phone', phone)
    const wrong = await confirm(person, { type: 'phone', target: phone, ...sent, code: wrongCode(sent.code) })
    expect(wrong.code).toBe(1007)
    const refused = await confirm(person, { type: 'phone', target: phone, ...sent }, 'Wrong#Pass1')
    expect(refused).toMatchObject({ code: 1150, errors: [{ field: 'password' }] })
    expect((await confirm(person, { type: 'phone', target: phone, ...sent })).code).toBe(0)
    expect(await securityState(person)).toMatchObject({ phone: `139****${phone.slice(-4)}`, score: before + 15 })
    expect((await confirm(person, { type: 'phone', target: phone, ...sent })).code).toBe(1007)
  })
  it('refuses a code that was sent for another target, kind or user', async () => {
    const [person, stranger] = [await buildSignedInUser(), await buildSignedInUser()]
    const sent = await requestCode(person, 'phone', newPhone())
    const phone = newPhone()
    expect((await confirm(person, { type: 'phone', target: phone, ...sent })).code).toBe(1007)
    const own = await requestCode(person, 'phone', phone)
    expect((await confirm(stranger, { type: 'phone', target: phone, ...own })).code).toBe(1007)
    expect(await securityState(stranger)).toMatchObject({ phone: '' })
  })
  it('validates the target by the specification’s rules', async () => {
    const { token } = await buildSignedInUser()
    for (const [type, target, msg] of [
      ['phone', '12345678901', '请输入正确的手机号'],
      ['mail', 'nobody', '请输入正确的邮箱地址'],
    ] as const)
      expect(await app.call(bindSend, { body: { type, target } }, token)).toMatchObject({
        code: 400,
        errors: [{ field: 'target', msg }],
      })
  })
  it('reveals a target of another account only after the code', async () => {
    const [owner, person] = [await buildSignedInUser(), await buildSignedInUser()]
    const phone = newPhone()
    expect((await bind(owner, 'phone', phone)).code).toBe(0)
    const free = await app.call(bindSend, { body: { type: 'phone', target: newPhone() } }, person.token)
    const sent = await codeSentBy(phone, async () => {
      const taken = await app.call(bindSend, { body: { type: 'phone', target: phone } }, person.token)
      expect(Object.keys(taken)).toEqual(Object.keys(free))
      expect({ ...taken.data, uuid: '' }).toEqual({ ...free.data, uuid: '' })
      return taken
    })
    const answer = await confirm(person, { type: 'phone', target: phone, ...sent })
    expect(answer).toMatchObject({ code: 1152, errors: [{ field: 'target', msg: '已被其他账号绑定，请更换' }] })
    expect(await securityState(person)).toMatchObject({ phone: '' })
    expect(await securityState(owner)).toMatchObject({ phone: `139****${phone.slice(-4)}` })
  })
  it('binds a target for one of two parallel calls', async () => {
    const [one, two] = [await buildSignedInUser(), await buildSignedInUser()]
    const phone = newPhone()
    const first = await requestCode(one, 'phone', phone)
    const second = await requestCode(two, 'phone', phone)
    const answers = await Promise.all([
      confirm(one, { type: 'phone', target: phone, ...first }),
      confirm(two, { type: 'phone', target: phone, ...second }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 1152])
  })
  it('notifies the old phone and releases it', async () => {
    const [person, next] = [await buildSignedInUser(), await buildSignedInUser()]
    const [old, fresh] = [newPhone(), newPhone()]
    await bind(person, 'phone', old)
    expect((await bind(person, 'phone', fresh)).code).toBe(0)
    const notice = await waitForMessage(old, (sending) => !isCode(sending))
    expect(notice.values).toMatchObject({ kind: '手机号', target: `139****${fresh.slice(-4)}` })
    expect(notice.text).not.toContain(fresh)
    expect((await bind(next, 'phone', old)).code).toBe(0)
    const rows = await app.sql(
      `select entity_id, before, after from audit_log where actor_id = $1 and event = 'contact.bound' and ok order by seq`,
      [person.id],
    )
    const masked = (phone: string) => `139****${phone.slice(-4)}`
    expect(rows).toEqual([
      { entity_id: person.id, before: { phone: '' }, after: { phone: masked(old) } },
      { entity_id: person.id, before: { phone: masked(old) }, after: { phone: masked(fresh) } },
    ])
  })
  it('ignores the case of a mail address', async () => {
    const [person, next] = [await buildSignedInUser(), await buildSignedInUser()]
    const mail = `Li.Na${person.id.slice(-6)}@Example.CN`
    expect((await bind(person, 'mail', mail)).code).toBe(0)
    expect((await securityState(person))?.mail).toBe('l***@example.cn')
    expect((await bind(next, 'mail', mail.toUpperCase())).code).toBe(1152)
  })
})

describe('SMS second step', () => {
  it('needs a bound phone and the password, and sends its own code', async () => {
    const person = await buildSignedInUser()
    const on = (password?: string) =>
      app.call(switchItem, { body: { item: 'sms', on: true, ...(password && { password }) } }, person.token)
    expect((await on()).code).toBe(1151)
    expect(await on(person.password)).toMatchObject({ code: 1153, msg: '请先绑定手机号' })
    const phone = newPhone()
    const bound = await requestCode(person, 'phone', phone)
    await confirm(person, { type: 'phone', target: phone, ...bound })
    expect((await on(person.password)).code).toBe(0)

    const { verify, send, accessToken } = signInContract
    const { data } = await app.call(verify, { body: { account: person.account, password: person.password } })
    expect(data).toMatchObject({ next: 'sms', methods: [{ type: 'sms', target: `139****${phone.slice(-4)}` }] })
    const { uuid, ...right } = await codeSentBy(phone, () =>
      app.call(send, { body: { scene: 'second' } }, data?.tempToken),
    )
    const answer = (code: string) => app.call(accessToken, { body: { type: 'sms', uuid, code } }, data?.tempToken)
    expect((await answer(wrongCode(right.code))).code).toBe(1017)
    expect((await answer(right.code)).code).toBe(0)
  })
})
