import { passwordRecoveryContract } from '@atrium/contract/features/identity/password-recovery/password-recovery.contract.ts'
import { portalSignInContract } from '@atrium/contract/features/identity/portal-sign-in/portal-sign-in.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type SentMessage, type TestApp } from '../../../../test/harness.ts'
import { users } from '../../people/users/index.ts'

const { send, confirm } = passwordRecoveryContract
const { forgetPassVerifySms, forgetPass, sendCaptcha } = portalSignInContract
const fresh = 'Fresh#Pass99'
const wrongCode = { code: 1007, msg: '验证码错误或已过期' }

let app: TestApp
let companyId: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app, '找回公司')
})
// All calls come from one address; the hourly limit per address is tested elsewhere.
beforeEach(() => app.sql('delete from limits'))

let lastPhone = 13_800_000_000
const buildReachableUser = async () => {
  const user = await buildUser(app, { companyId })
  lastPhone += 1
  const phone = String(lastPhone)
  const mail = `${user.account}@example.cn`
  const owner = { companyId, userId: user.id }
  await app.database.transact({ reach: 'platform' }, async (db) => {
    await users.bindContact(db, owner, 'phone', phone)
    await users.bindContact(db, owner, 'mail', mail)
  })
  return { ...user, phone, mail }
}
/** The last matching message, once there are more than `earlier`. */
const waitForMessage = (matches: (sending: SentMessage) => boolean, earlier = 0): Promise<SentMessage> =>
  vi.waitFor(
    async () => {
      const found = (await app.outbox()).filter(matches)
      const last = found.at(-1)
      if (!last || found.length <= earlier) throw new Error('not delivered')
      return last
    },
    { timeout: 5000 },
  )
const isCodeTo = (target: string) => (sending: SentMessage) => sending.to === target && 'code' in sending.values
const codeSentTo = async (target: string, earlier = 0) =>
  (await waitForMessage(isCodeTo(target), earlier)).values.code ?? ''
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const requestCode = async (account: string, channel: 'sms' | 'mail' = 'sms') => {
  const { data } = await app.call(send, { body: { account, channel } })
  if (!data) throw new Error('not sent')
  return data
}
const recover = (account: string, uuid: string, code: string, password = fresh) =>
  app.call(confirm, { body: { account, uuid, code, password } })
const canSignIn = async (account: string, password: string) =>
  (await app.call(signInContract.verify, { body: { account, password } })).code === 0

describe('password recovery', () => {
  it.each(['sms', 'mail'] as const)(
    'sets a new password with the code that came by %s and ends every session',
    async (channel) => {
      const user = await buildReachableUser()
      const [one, other] = [await app.signIn(user), await app.signIn(user)]
      const { uuid } = await requestCode(user.account.toUpperCase(), channel)
      const code = await codeSentTo(channel === 'sms' ? user.phone : user.mail)
      expect(await recover(user.account, uuid, code)).toMatchObject({ code: 0, data: null })
      for (const token of [one, other]) expect((await app.call(sessionContract.loginInfo, {}, token)).code).toBe(101)
      expect([await canSignIn(user.account, user.password), await canSignIn(user.account, fresh)]).toEqual([
        false,
        true,
      ])
      const notice = await waitForMessage(({ to, values }) => to === user.phone && 'ip' in values)
      expect(notice.values).toMatchObject({
        ip: '127.0.0.1',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      })
      const rows = await app.sql(
        `select company_id, actor_id, after from audit_log where event = 'password.recovered' and ok and entity_id = $1`,
        [user.id],
      )
      expect(rows).toEqual([{ company_id: companyId, actor_id: user.id, after: { endedSessions: 2 } }])
    },
  )

  it('answers alike for known and unknown accounts and sends nothing to unknown ones', async () => {
    const user = await buildReachableUser()
    const unreachable = await buildUser(app, { companyId })
    const before = (await app.outbox()).length
    const answers = [
      await requestCode(user.account),
      await requestCode(unreachable.account),
      await requestCode('nobody-at-all'),
    ]
    expect(new Set(answers.map(({ msg, retryAfter }) => `${msg} ${retryAfter}`)).size).toBe(1)
    await codeSentTo(user.phone)
    expect(await app.outbox()).toHaveLength(before + 1)
    for (const account of [user.account, unreachable.account, 'nobody-at-all'])
      expect(await recover(account, answers[0]?.uuid ?? '', '000000')).toMatchObject({ ...wrongCode, status: 200 })
  })

  it('refuses an account that was locked meanwhile', async () => {
    const user = await buildReachableUser()
    const { uuid } = await requestCode(user.account)
    const code = await codeSentTo(user.phone)
    await app.sql('update users set status = 2 where id = $1', [user.id])
    expect(await recover(user.account, uuid, code)).toMatchObject(wrongCode)
    const [row] = await app.sql(`select count(*)::int as n from password_history where user_id = $1`, [user.id])
    expect(row).toEqual({ n: 0 })
  })

  it('allows another password after a rejected one, but each code changes it once', async () => {
    const user = await buildReachableUser()
    const { uuid } = await requestCode(user.account)
    const code = await codeSentTo(user.phone)
    for (const [password, refused] of [
      ['weak', 1010],
      ['Password1!', 1021],
      [user.password, 1012],
    ] as const)
      expect(await recover(user.account, uuid, code, password)).toMatchObject({
        code: refused,
        errors: [{ field: 'password' }],
      })
    expect(await recover(user.account, uuid, wrong(code))).toMatchObject(wrongCode)
    expect((await recover(user.account, uuid, code)).code).toBe(0)
    expect(await recover(user.account, uuid, code, 'Other#Pass22')).toMatchObject(wrongCode)
    expect(await canSignIn(user.account, fresh)).toBe(true)
  })

  it('accepts one of many parallel uses of the same code', async () => {
    const user = await buildReachableUser()
    const { uuid } = await requestCode(user.account)
    const code = await codeSentTo(user.phone)
    await recover(user.account, uuid, code, 'weak')
    const answers = await Promise.all(Array.from({ length: 8 }, () => recover(user.account, uuid, code)))
    const refused = answers.filter(({ code }) => code !== 0)
    expect(refused).toHaveLength(7)
    // One that looked at the code before it was used may find the new password set already.
    const { wrongSentCode, samePassword } = signInErrors
    for (const each of refused) expect([wrongSentCode.code, samePassword.code]).toContain(each.code)
  })

  it('needs the code of this account, and invalidates it after five wrong ones', async () => {
    const [user, other] = [await buildReachableUser(), await buildReachableUser()]
    const { uuid } = await requestCode(user.account)
    const code = await codeSentTo(user.phone)
    expect(await recover(other.account, uuid, code)).toMatchObject(wrongCode)
    for (let n = 0; n < 5; n += 1) expect(await recover(user.account, uuid, wrong(code))).toMatchObject(wrongCode)
    expect(await recover(user.account, uuid, code)).toMatchObject(wrongCode)
  })

  it('keeps the second step', async () => {
    const user = await buildReachableUser()
    await app.sql('update users set sms_second_step = true where id = $1', [user.id])
    const { uuid } = await requestCode(user.account)
    expect((await recover(user.account, uuid, await codeSentTo(user.phone))).code).toBe(0)
    const verified = await app.call(signInContract.verify, { body: { account: user.account, password: fresh } })
    expect(verified.data).toMatchObject({ next: 'sms' })
  })

  it('requires a captcha unless captchas are off', async () => {
    const policy = (mode: string) =>
      app.sql(`update base_parameters set value = $1 where code = 'captcha'`, [JSON.stringify(mode)])
    const settingsCacheExpired = () => new Promise((done) => setTimeout(done, 1100))
    const user = await buildReachableUser()
    await policy('risk')
    await settingsCacheExpired()
    const refused = await app.call(send, { body: { account: user.account, channel: 'sms' } })
    await policy('off')
    await settingsCacheExpired()
    expect(refused).toMatchObject({ code: 1002, data: { needCaptcha: true } })
    expect((await requestCode(user.account)).retryAfter).toBeGreaterThan(0)
  })
})

describe('portal recovery in two steps', () => {
  const ticketFor = async (phone: string) => {
    const earlier = (await app.outbox()).filter(isCodeTo(phone)).length
    const { data } = await app.call(sendCaptcha, { body: { scene: 'forget', phone } })
    const body = { phone, uuid: data?.uuid ?? '', code: await codeSentTo(phone, earlier) }
    return app.call(forgetPassVerifySms, { body })
  }
  const recoverWithTicket = (ticket: string, password = fresh) => app.call(forgetPass, { body: { ticket, password } })
  const expired = { code: 1300, msg: '操作已过期，请重新获取验证码' }

  it('exchanges a code for a ticket, and the ticket for a password', async () => {
    const user = await buildReachableUser()
    const session = await app.signIn(user)
    const { data } = await ticketFor(user.phone)
    expect(data).toEqual({ ticket: expect.stringMatching(/^[\w-]{43}$/), expires: 600 })
    const ticket = data?.ticket ?? ''
    expect(await recoverWithTicket(ticket, 'weak')).toMatchObject({ code: 1010, errors: [{ field: 'password' }] })
    expect((await recoverWithTicket(ticket)).code).toBe(0)
    expect(await recoverWithTicket(ticket, 'Other#Pass22')).toMatchObject(expired)
    expect((await app.call(sessionContract.loginInfo, {}, session)).code).toBe(101)
    expect(await canSignIn(user.account, fresh)).toBe(true)
  })

  it('issues no ticket for an unknown phone', async () => {
    const body = { phone: '13799999999', uuid: '0198c0de-0000-7000-8000-000000000000', code: '000000' }
    expect(await app.call(forgetPassVerifySms, { body })).toMatchObject(wrongCode)
    expect(await recoverWithTicket('made-up')).toMatchObject(expired)
  })

  it('expires tickets with time, and all others with the change', async () => {
    const user = await buildReachableUser()
    const first = (await ticketFor(user.phone)).data?.ticket ?? ''
    await app.sql('delete from limits')
    const second = (await ticketFor(user.phone)).data?.ticket ?? ''
    await app.sql(`update recovery_tickets set expires_at = now() - interval '1 second'`)
    expect(await recoverWithTicket(first)).toMatchObject(expired)
    await app.sql(`update recovery_tickets set expires_at = now() + interval '1 minute'`)
    expect((await recoverWithTicket(second)).code).toBe(0)
    expect(await recoverWithTicket(first, 'Other#Pass22')).toMatchObject(expired)
  })

  it('voids an earlier ticket, and lets one of two win that are used at once', async () => {
    const user = await buildReachableUser()
    const first = (await ticketFor(user.phone)).data?.ticket ?? ''
    const kept = await app.sql('select to_jsonb(recovery_tickets) as row from recovery_tickets where user_id = $1', [
      user.id,
    ])
    await app.sql('delete from limits')
    const second = (await ticketFor(user.phone)).data?.ticket ?? ''
    expect(await recoverWithTicket(first)).toMatchObject(expired)
    // As if both had been issued at the same moment.
    await app.sql('insert into recovery_tickets select * from jsonb_populate_record(null::recovery_tickets, $1)', [
      JSON.stringify(kept[0]?.row),
    ])
    const answers = await Promise.all([first, second, first, second].map((ticket) => recoverWithTicket(ticket)))
    expect(answers.map(({ code }) => code).sort()).toEqual([0, expired.code, expired.code, expired.code])
  })

  it('stores tickets as digests', async () => {
    const user = await buildReachableUser()
    const ticket = (await ticketFor(user.phone)).data?.ticket ?? ''
    const rows = await app.sql('select ticket_digest from recovery_tickets')
    expect(rows.some((row) => (row.ticket_digest as Buffer).toString('base64url') === ticket)).toBe(false)
    expect(rows.every((row) => (row.ticket_digest as Buffer).length === 32)).toBe(true)
  })
})
