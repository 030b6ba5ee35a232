import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { passwordRecoveryContract } from '@atrium/contract/features/identity/password-recovery/password-recovery.contract.ts'
import { portalSignInContract } from '@atrium/contract/features/identity/portal-sign-in/portal-sign-in.contract.ts'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { verify, accessToken, send } = signInContract
const { login, sendCaptcha, forgetPassVerifySms, forgetPass } = portalSignInContract
const fresh = 'Fresh#Pass99'
let app: TestApp
let companyId: string
let admin: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app)
  const rights = ['list', 'get', 'edit', 'delete', 'lock', 'reset'].map((operation) => `sysUsers:${operation}`)
  admin = await app.signIn(await buildUser(app, { companyId, permissions: rights }))
})
beforeEach(() => app.sql('delete from limits'))

let lastPhone = 13_600_000_000
const newPhone = () => {
  lastPhone += 1
  return String(lastPhone)
}
const buildPerson = async () => {
  const user = await buildUser(app, { companyId, phone: newPhone() })
  const mail = `${user.account}@example.cn`
  await app.sql('update users set email = $1 where id = $2', [mail, user.id])
  const [row] = await app.sql('select phone from users where id = $1', [user.id])
  return { ...user, mail, phone: String(row?.phone) }
}
type Person = Awaited<ReturnType<typeof buildPerson>>

/** Runs the call and returns the id and the code of what it sends. */
const codeSentBy = async (to: string, call: () => Promise<{ data?: { uuid: string } | undefined }>) => {
  const codes = async () => (await app.outbox()).filter((each) => each.to === to && each.values.code !== undefined)
  const earlier = (await codes()).length
  await app.sql('delete from limits')
  const { data } = await call()
  return vi.waitFor(async () => {
    const found = await codes()
    if (found.length <= earlier) throw new Error(`nothing was sent to ${to}`)
    return { uuid: data?.uuid ?? '', code: found.at(-1)?.values.code ?? '' }
  })
}

/** A browser that skips the second step of its user. */
const rememberBrowser = async ({ id, account, password, phone }: Person) => {
  await app.sql('update users set sms_second_step = true where id = $1', [id])
  const { data } = await app.call(verify, { body: { account, password } })
  const sent = await codeSentBy(phone, () => app.call(send, { body: { scene: 'second' } }, data?.tempToken))
  const opened = await app.call(accessToken, { body: { type: 'sms', ...sent, trustDevice: true } }, data?.tempToken)
  const cookies = [opened.headers['set-cookie'] ?? []].flat()
  return { cookie: cookies.find((cookie) => cookie.includes('trusted'))?.split(';')[0] ?? '' }
}
const attemptBy =
  (entry: typeof verify | typeof login) =>
  async ({ account, password }: Person) => {
    const { data } = await app.call(entry, { body: { account, password } })
    return async () => (await app.call(accessToken, { body: {} }, data?.tempToken)).code === 0
  }

/**
 * Kinds of proof, half finished or kept. Each is issued to a user with their second step off, and returns whether it
 * is accepted; the password is what it has become meanwhile.
 */
const kinds: Record<string, (person: Person) => Promise<(password: string) => Promise<boolean>>> = {
  'a temporary token of the console': attemptBy(verify),
  'a temporary token of the portal': attemptBy(login),
  'a recovery ticket of the portal': async ({ phone }) => {
    const sent = await codeSentBy(phone, () => app.call(sendCaptcha, { body: { scene: 'forget', phone } }))
    const ticket = (await app.call(forgetPassVerifySms, { body: { phone, ...sent } })).data?.ticket ?? ''
    return async () => (await app.call(forgetPass, { body: { ticket, password: fresh } })).code === 0
  },
  'a recovery code by mail': async ({ account, mail }) => {
    const sent = await codeSentBy(mail, () =>
      app.call(passwordRecoveryContract.send, { body: { account, channel: 'mail' } }),
    )
    const body = { account, ...sent, password: fresh }
    return async () => (await app.call(passwordRecoveryContract.confirm, { body })).code === 0
  },
  'a sign-in code by SMS': async ({ phone }) => {
    const sent = await codeSentBy(phone, () => app.call(send, { body: { scene: 'login', phone } }))
    return async () => (await app.call(verify, { body: { type: 'sms', phone, ...sent } })).code === 0
  },
  'a remembered browser': async (person) => {
    const headers = await rememberBrowser(person)
    await app.sql('update users set sms_second_step = false where id = $1', [person.id])
    return async (password) => {
      await app.sql('update users set sms_second_step = true where id = $1', [person.id])
      const { data } = await app.call(verify, { body: { account: person.account, password } }, undefined, headers)
      await app.sql('update users set sms_second_step = false where id = $1', [person.id])
      return data?.next === 'none'
    }
  },
}
/**
 * Issues all kinds to one person.
 * @returns those that are accepted, given the present password
 */
const issueAll = async (person: Person, names = Object.keys(kinds)) => {
  const issued: [string, (password: string) => Promise<boolean>][] = []
  for (const name of names) {
    await app.sql('delete from limits')
    const redeem = await kinds[name]?.(person)
    if (redeem) issued.push([name, redeem])
  }
  return async (password = person.password) => {
    const accepted: string[] = []
    for (const [name, redeem] of issued) {
      await app.sql('delete from limits')
      if (await redeem(password)) accepted.push(name)
    }
    return accepted
  }
}
const confirmed = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>, by = admin) => {
  expect((await callAndConfirm(app, endpoint, request, by)).done.code).toBe(0)
}
const correct = async ({ id }: Person, contacts: { phone?: string; email?: string }) => {
  const { data } = await app.call(usersContract.get, { params: { id } }, admin)
  if (!data) throw new Error('not found')
  const { name, phone, email, sex, expireTime, remark, version } = data
  const body = { name, phone, email, sex: sex as 0, expireTime, remark, version, ...contacts }
  expect((await app.call(usersContract.update, { params: { id }, body }, admin)).code).toBe(0)
}

/**
 * What ends the sessions of a user, or says that a contact is not theirs.
 * @returns their password from then on
 */
const ends: Record<string, (person: Person) => Promise<string | undefined>> = {
  'a reset': async ({ id }) => {
    const body = { password: 'Given#Pass31', mustChange: false, logout: true }
    await confirmed(usersContract.reset, { params: { id }, body })
    return body.password
  },
  'a reset that leaves the user signed in': async ({ id }) => {
    const body = { password: 'Given#Pass31', mustChange: false, logout: false }
    await confirmed(usersContract.reset, { params: { id }, body })
    return body.password
  },
  'a change by the user': async (person) => {
    const body = { oldPass: person.password, newPass: 'Own#Choice44' }
    await confirmed(securityContract.changePassword, { body }, await app.signIn(person))
    return body.newPass
  },
  recovery: async ({ account, phone }) => {
    const sent = await codeSentBy(phone, () =>
      app.call(passwordRecoveryContract.send, { body: { account, channel: 'sms' } }),
    )
    const password = 'Found#Again52'
    await confirmed(passwordRecoveryContract.confirm, { body: { account, ...sent, password } })
    return password
  },
  'a lock that is lifted': async ({ id }) => {
    await confirmed(userStatusContract.lock, { params: { id }, body: { reason: '核实身份', until: null } })
    await confirmed(userStatusContract.unlock, { params: { id } })
    return undefined
  },
  'being disabled for a while': async ({ id }) => {
    await confirmed(userStatusContract.disable, { params: { id } })
    await confirmed(userStatusContract.enable, { params: { id } })
    return undefined
  },
  'being deleted for a while': async ({ id }) => {
    await confirmed(userStatusContract.remove, { params: { id }, body: {} })
    await confirmed(userStatusContract.restore, { params: { id } })
    return undefined
  },
  'the end of other sessions': async (person) => {
    await confirmed(accountContract.endOtherSessions, {}, await app.signIn(person))
    return undefined
  },
  'a corrected mail address': async (person) => {
    await correct(person, { email: `corrected.${person.mail}` })
    return undefined
  },
  'a corrected phone': async (person) => {
    await correct(person, { phone: newPhone() })
    return undefined
  },
}

describe('proofs of a user', () => {
  it.each(Object.keys(kinds))('accept %s', async (name) => {
    const person = await buildPerson()
    expect(await (await issueAll(person, [name]))()).toEqual([name])
  })

  it.each(Object.keys(ends))('end with %s', async (name) => {
    const person = await buildPerson()
    const accepted = await issueAll(person)
    await app.sql('delete from limits')
    const password = await ends[name]?.(person)
    expect(await accepted(password)).toEqual([])
  })

  it('leave a sign-in code behind when its number becomes that of another account', async () => {
    const [one, other] = [await buildPerson(), await buildPerson()]
    const accepted = await issueAll(one, ['a sign-in code by SMS'])
    await correct(one, { phone: '' })
    await correct(other, { phone: one.phone })
    expect(await accepted()).toEqual([])
  })

  it('stay valid for who changes something else', async () => {
    const person = await buildPerson()
    const browser = await issueAll(person, ['a remembered browser'])
    const token = await app.signIn(person)
    const { data } = await app.call(accountContract.profile, {}, token)
    const body = { name: '李雷', sex: 0 as const, signature: '', timeZone: '', version: data?.version ?? 1 }
    expect((await app.call(accountContract.updateProfile, { body }, token)).code).toBe(0)
    expect(await browser()).toEqual(['a remembered browser'])
  })

  it('let the session go on in which the user changes the password', async () => {
    const person = await buildPerson()
    const token = await app.signIn(person)
    const body = { oldPass: person.password, newPass: fresh }
    expect((await app.call(securityContract.changePassword, { body }, token)).code).toBe(0)
    expect((await app.call(accountContract.profile, {}, token)).code).toBe(0)
  })

  it('let a sign-in go on that changes an initial password before its last step', async () => {
    const tenant = await buildTenant(app, '两步公司')
    await app.sql('update tenants set second_step_from = now() where company_id = $1', [tenant])
    const { account, password } = await buildUser(app, { companyId: tenant, mustChange: true })
    const token = (await app.call(verify, { body: { account, password } })).data?.tempToken
    for (const body of [{ newPassword: fresh }, {}])
      expect(await app.call(accessToken, { body }, token)).toMatchObject({ code: 111, data: { next: 'setUp' } })
  })
})
