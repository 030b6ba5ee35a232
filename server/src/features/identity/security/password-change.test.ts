import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { state, changePassword, switchItem, recoveryCodes } = securityContract
const { loginInfo } = sessionContract
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
const change = ({ token, password }: Person, newPass: string, oldPass = password) =>
  app.call(changePassword, { body: { oldPass, newPass } }, token)
const canSignIn = async ({ account }: Person, password: string) =>
  (await app.call(signInContract.verify, { body: { account, password } })).code === 0

describe('password change', () => {
  it('ends every other session at once, keeps this one, and notifies the user', async () => {
    const person = await buildSignedInUser()
    await app.sql('update users set phone = $2 where id = $1', [person.id, '13700000001'])
    const elsewhere = await app.signIn(person)
    expect((await app.call(loginInfo, {}, elsewhere)).code).toBe(0)
    expect((await change(person, 'Newer#Moon42')).code).toBe(0)
    expect(await app.call(loginInfo, {}, elsewhere)).toMatchObject({ code: 101, msg: '密码已修改，请重新登录' })
    expect((await app.call(loginInfo, {}, person.token)).code).toBe(0)
    expect([await canSignIn(person, person.password), await canSignIn(person, 'Newer#Moon42')]).toEqual([false, true])
    const notices = await app.sql(`select channel, target from messages where template = 'passwordChanged'`)
    expect(notices).toEqual([{ channel: 'sms', target: '137****0001' }])
  })
  it('requires the old password at its field', async () => {
    const person = await buildSignedInUser()
    expect(await change(person, 'Newer#Moon42', 'Wrong#Pass1')).toMatchObject({
      code: 1150,
      errors: [{ field: 'oldPass', msg: '当前密码不正确' }],
    })
  })
  it.each([
    ['weak', 'password'],
    ['the same', 'Weak#Reader1'],
  ])('refuses one that is %s, at its field', async (_, password) => {
    const person = await buildSignedInUser()
    const answer = await change(person, password)
    expect([answer.code === 0, answer.errors?.map(({ field }) => field)]).toEqual([false, ['newPass']])
  })
  it('accepts one of two parallel changes', async () => {
    const person = await buildSignedInUser()
    const answers = await Promise.all([change(person, 'Newer#Moon42'), change(person, 'Other#Star77')])
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 1150])
    const winner = answers[0]?.code === 0 ? 'Newer#Moon42' : 'Other#Star77'
    expect(await canSignIn(person, winner)).toBe(true)
  })
  it('keeps passwords out of the audit log', async () => {
    const person = await buildSignedInUser()
    await change(person, 'Newer#Moon42')
    const rows = await app.sql(
      `select event, entity_id, ok, a::text as text from audit_log a where actor_id = $1 and event = 'password.changed'`,
      [person.id],
    )
    expect(rows).toMatchObject([{ entity_id: person.id, ok: true }])
    expect(String(rows[0]?.text)).not.toMatch(/Newer#Moon42|Weak#Reader1|argon2/)
  })
})

describe('wrong passwords', () => {
  it('are counted across all calls, and a right one resets the counter', async () => {
    const person = await buildSignedInUser()
    const wrong = 'Wrong#Pass1'
    const tries = [
      () => change(person, 'Newer#Moon42', wrong),
      () => app.call(switchItem, { body: { item: 'totp', on: true, password: wrong } }, person.token),
      () => app.call(recoveryCodes, { body: { password: wrong } }, person.token),
    ]
    const codes: number[] = []
    const fail = async (times: number) => {
      for (let n = 0; n < times; n += 1) codes.push((await tries[n % tries.length]?.())?.code ?? 0)
    }
    await fail(9)
    const right = { item: 'loginNotice', on: false, password: person.password } as const
    expect((await app.call(switchItem, { body: right }, person.token)).code).toBe(0)
    await fail(11)
    expect(codes).toEqual([...Array(19).fill(1150), 429])
    const refused = await app.call(switchItem, { body: right }, person.token)
    expect(refused).toMatchObject({ code: 429, data: { retryAfter: expect.any(Number) } })
  })
  it('cannot exceed the limit in parallel', async () => {
    const person = await buildSignedInUser()
    const answers = await Promise.all(Array.from({ length: 20 }, () => change(person, 'Newer#Moon42', 'Wrong#Pass1')))
    expect(answers.filter(({ code }) => code === 1150)).toHaveLength(10)
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(10)
  })
})

describe('sign-in notice', () => {
  it('is enabled freely, disabled with the password, and raises the score', async () => {
    const person = await buildSignedInUser()
    const turn = (on: boolean, password?: string) =>
      app.call(switchItem, { body: { item: 'loginNotice', on, ...(password && { password }) } }, person.token)
    const mine = async () => (await app.call(state, {}, person.token)).data
    expect(await mine()).toMatchObject({ score: 20, loginNotice: false, sessions: 1, phone: '', mail: '' })
    expect((await turn(true)).code).toBe(0)
    expect(await mine()).toMatchObject({ score: 30, loginNotice: true })
    expect((await turn(false)).code).toBe(1151)
    expect((await turn(false, person.password)).code).toBe(0)
    expect(await mine()).toMatchObject({ score: 20, loginNotice: false })
  })
})
