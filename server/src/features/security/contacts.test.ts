import { randomInt } from 'node:crypto'
import { securityContract } from '@atrium/contract/features/security/security.contract.ts'
import { signInContract } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'

const { state, bindSend, bindConfirm, switchItem } = securityContract
let app: TestApp
let companyId: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app)
})

type Person = Awaited<ReturnType<typeof newcomer>>
const newcomer = async () => {
  const user = await buildUser(app, { companyId })
  return { ...user, token: await app.signIn(user) }
}
const newPhone = () => `139${String(randomInt(100_000_000)).padStart(8, '0')}`
type Sending = Awaited<ReturnType<TestApp['outbox']>>[number]
const arrived = async (to: string, sign: (sending: Sending) => boolean, earlier = 0) => {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = (await app.outbox()).filter((sending) => sending.to === to && sign(sending))
    if (found.length > earlier) return found.at(-1) as Sending
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`nothing was sent to ${to}`)
}
const isCode = ({ values }: Sending) => values.code !== undefined
/** Asks for a code by whatever call; out comes the one that was sent upon it. The pause between two sendings is skipped. */
const codeBy = async (to: string, call: () => Promise<{ data?: { uuid: string } | undefined }>) => {
  const earlier = (await app.outbox()).filter((sending) => sending.to === to && isCode(sending)).length
  await app.sql('delete from limits')
  const { data } = await call()
  if (!data) throw new Error('no code was sent')
  return { uuid: data.uuid, code: String((await arrived(to, isCode, earlier)).values.code) }
}
const ask = ({ token }: Person, type: 'phone' | 'mail', target: string) =>
  codeBy(target.toLowerCase(), () => app.call(bindSend, { body: { type, target } }, token))
type Body = Parameters<typeof app.call<typeof bindConfirm>>[1]['body']
const confirm = ({ token, password }: Person, body: Omit<Body, 'password'>, typed = password) =>
  app.call(bindConfirm, { body: { ...body, password: typed } }, token)
const bind = async (person: Person, type: 'phone' | 'mail', target: string) =>
  confirm(person, { type, target, ...(await ask(person, type, target)) })
const mine = async ({ token }: Person) => (await app.call(state, {}, token)).data
const other = (code: string) => (code === '000000' ? '000001' : '000000')

describe('binding a phone or mail address', () => {
  it('takes the code that went there, and the password', async () => {
    const person = await newcomer()
    const before = (await mine(person))?.score ?? 0
    const phone = newPhone()
    const sent = await ask(person, 'phone', phone)
    const wrong = await confirm(person, { type: 'phone', target: phone, ...sent, code: other(sent.code) })
    expect(wrong.code).toBe(1007)
    const refused = await confirm(person, { type: 'phone', target: phone, ...sent }, 'Wrong#Pass1')
    expect(refused).toMatchObject({ code: 1150, errors: [{ field: 'password' }] })
    expect((await confirm(person, { type: 'phone', target: phone, ...sent })).code).toBe(0)
    expect(await mine(person)).toMatchObject({ phone: `139****${phone.slice(-4)}`, score: before + 15 })
    expect((await confirm(person, { type: 'phone', target: phone, ...sent })).code).toBe(1007)
  })
  it('refuses a code that was sent for another target, kind or person', async () => {
    const [person, stranger] = [await newcomer(), await newcomer()]
    const sent = await ask(person, 'phone', newPhone())
    const phone = newPhone()
    expect((await confirm(person, { type: 'phone', target: phone, ...sent })).code).toBe(1007)
    const own = await ask(person, 'phone', phone)
    expect((await confirm(stranger, { type: 'phone', target: phone, ...own })).code).toBe(1007)
    expect(await mine(stranger)).toMatchObject({ phone: '' })
  })
  it('judges what it is given by the specification’s rules', async () => {
    const { token } = await newcomer()
    for (const [type, target, msg] of [
      ['phone', '12345678901', '请输入正确的手机号'],
      ['mail', 'nobody', '请输入正确的邮箱地址'],
    ] as const)
      expect(await app.call(bindSend, { body: { type, target } }, token)).toMatchObject({
        code: 400,
        errors: [{ field: 'target', msg }],
      })
  })
  it('tells only after the code that somebody else has it', async () => {
    const [owner, person] = [await newcomer(), await newcomer()]
    const phone = newPhone()
    expect((await bind(owner, 'phone', phone)).code).toBe(0)
    const free = await app.call(bindSend, { body: { type: 'phone', target: newPhone() } }, person.token)
    const sent = await codeBy(phone, async () => {
      const taken = await app.call(bindSend, { body: { type: 'phone', target: phone } }, person.token)
      expect(Object.keys(taken)).toEqual(Object.keys(free))
      expect({ ...taken.data, uuid: '' }).toEqual({ ...free.data, uuid: '' })
      return taken
    })
    const answer = await confirm(person, { type: 'phone', target: phone, ...sent })
    expect(answer).toMatchObject({ code: 1152, errors: [{ field: 'target', msg: '已被其他账号绑定，请换一个' }] })
    expect(await mine(person)).toMatchObject({ phone: '' })
    expect(await mine(owner)).toMatchObject({ phone: `139****${phone.slice(-4)}` })
  })
  it('gives it to one of two who prove it at the same moment', async () => {
    const [one, two] = [await newcomer(), await newcomer()]
    const phone = newPhone()
    const first = await ask(one, 'phone', phone)
    const second = await ask(two, 'phone', phone)
    const answers = await Promise.all([
      confirm(one, { type: 'phone', target: phone, ...first }),
      confirm(two, { type: 'phone', target: phone, ...second }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 1152])
  })
  it('tells the old phone that there is a new one, and frees it', async () => {
    const [person, next] = [await newcomer(), await newcomer()]
    const [old, fresh] = [newPhone(), newPhone()]
    await bind(person, 'phone', old)
    expect((await bind(person, 'phone', fresh)).code).toBe(0)
    const told = await arrived(old, (sending) => !isCode(sending))
    expect(told.values).toMatchObject({ kind: '手机号', target: `139****${fresh.slice(-4)}` })
    expect(told.text).not.toContain(fresh)
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
  it('takes a mail address whatever its case', async () => {
    const [person, next] = [await newcomer(), await newcomer()]
    const mail = `Li.Na${person.id.slice(-6)}@Example.CN`
    expect((await bind(person, 'mail', mail)).code).toBe(0)
    expect((await mine(person))?.mail).toBe('l***@example.cn')
    expect((await bind(next, 'mail', mail.toUpperCase())).code).toBe(1152)
  })
})

describe('the SMS second step', () => {
  it('needs a bound phone and the password, and asks for a code of its own', async () => {
    const person = await newcomer()
    const on = (password?: string) =>
      app.call(switchItem, { body: { item: 'sms', on: true, ...(password && { password }) } }, person.token)
    expect((await on()).code).toBe(1151)
    expect(await on(person.password)).toMatchObject({ code: 1153, msg: '请先绑定手机号' })
    const phone = newPhone()
    const bound = await ask(person, 'phone', phone)
    await confirm(person, { type: 'phone', target: phone, ...bound })
    expect((await on(person.password)).code).toBe(0)

    const { verify, send, accessToken } = signInContract
    const { data } = await app.call(verify, { body: { account: person.account, password: person.password } })
    expect(data).toMatchObject({ next: 'sms', methods: [{ type: 'sms', target: `139****${phone.slice(-4)}` }] })
    const { uuid, ...right } = await codeBy(phone, () => app.call(send, { body: { scene: 'second' } }, data?.tempToken))
    const answer = (code: string) => app.call(accessToken, { body: { type: 'sms', uuid, code } }, data?.tempToken)
    expect((await answer(other(right.code))).code).toBe(1017)
    expect((await answer(right.code)).code).toBe(0)
  })
})
