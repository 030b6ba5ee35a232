import { randomInt } from 'node:crypto'
import { baseParametersContract } from '@atrium/contract/features/base-parameters/base-parameters.contract.ts'
import { companiesContract } from '@atrium/contract/features/companies/companies.contract.ts'
import { membershipsContract } from '@atrium/contract/features/memberships/memberships.contract.ts'
import { organizationsContract, postsContract } from '@atrium/contract/features/organizations/organizations.contract.ts'
import { passwordRecoveryContract } from '@atrium/contract/features/password-recovery/password-recovery.contract.ts'
import { portalSignInContract } from '@atrium/contract/features/portal-sign-in/portal-sign-in.contract.ts'
import {
  invitationsContract,
  registrationsContract,
} from '@atrium/contract/features/registrations/registrations.contract.ts'
import { securityContract } from '@atrium/contract/features/security/security.contract.ts'
import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { signInContract } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import { TOTP } from 'totp-generator'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { buildCompany, buildUser } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { createGate } from '../hostile/gate.ts'
import { createSamples } from '../hostile/samples.ts'
import { shotOf } from '../hostile/shots.ts'
import { createVisitStage } from '../visit-stage.ts'
import { findLeaks, findStale, type Used } from './find-leaks.ts'
import { watchSecrets } from './watch-secrets.ts'

const { verify, accessToken, send } = signInContract
const idCard = '11010519491231002X'
const fresh = () => `Fresh#Pass${randomInt(1e6)}`
const anyPhone = () => `138${String(randomInt(1e8)).padStart(8, '0')}`

let app: TestApp
let admin: string
let used: () => Promise<Used[]>
/** Typed where a secret does not belong, or under a name that does not say so. */
const alsoUsed: Used[] = []

const codeFor = (target: string, earlier = 0) =>
  vi.waitFor(
    async () => {
      const all = (await app.outbox()).filter(({ to, values }) => to === target && values.code !== undefined)
      if (all.length <= earlier) throw new Error(`nothing was sent to ${target}`)
      return all.at(-1)?.values.code ?? ''
    },
    { timeout: 5000 },
  )
const proofBy = async (target: string, ask: () => Promise<{ data?: { uuid: string } | undefined; msg: string }>) => {
  await app.sql('delete from limits')
  const earlier = (await app.outbox()).filter(({ to, values }) => to === target && values.code !== undefined).length
  const { data, msg } = await ask()
  if (!data) throw new Error(msg)
  return { uuid: data.uuid, code: await codeFor(target, earlier) }
}
const done = <T extends { code: number; msg: string }>(answer: T): T => {
  if (answer.code !== 0) throw new Error(`${answer.code} ${answer.msg}`)
  return answer
}
const somebody = async (permissions: string[] = []) => {
  const phone = anyPhone()
  const user = await buildUser(app, { companyId: await buildCompany(app, `公司${randomInt(1e6)}`), permissions, phone })
  return { ...user, phone, mail: `${user.account}@example.cn` }
}

/** Every endpoint is called once, as the hostile stage calls it when nothing is hostile. */
const callEverything = async () => {
  const { sampleOf, picture } = await createSamples(app, 40)
  const shots = endpoints
    .filter(({ wire }) => wire !== 'stream')
    .map((endpoint) => shotOf(endpoint, sampleOf(endpoint)(-1, undefined), picture))
  await createGate(app.server).volley(shots)
}

const signInSomehow = async () => {
  const user = await somebody()
  const { account, password, phone, mail } = user
  const token = await app.signIn(user)
  // A password in the box of the account, in each place that has one.
  const typed = fresh()
  alsoUsed.push({ kind: 'password', value: typed })
  await app.call(verify, { body: { account: typed, password: fresh() } })
  await app.call(passwordRecoveryContract.send, { body: { account: typed, channel: 'sms' } })
  await app.call(passwordRecoveryContract.confirm, {
    body: { account: typed, uuid: crypto.randomUUID(), code: '000000', password: fresh() },
  })
  await app.call(verify, { body: { account, password: fresh() } })
  await app.call(verify, { body: { type: 'sms', phone: anyPhone(), uuid: crypto.randomUUID(), code: '000000' } })

  const bound = await proofBy(mail, () =>
    app.call(securityContract.bindSend, { body: { type: 'mail', target: mail } }, token),
  )
  done(
    await app.call(securityContract.bindConfirm, { body: { type: 'mail', target: mail, ...bound, password } }, token),
  )
  const changed = { account, password: fresh() }
  const change = { oldPass: password, newPass: changed.password }
  done(await app.call(securityContract.changePassword, { body: change }, token))

  const proof = await proofBy(phone, () => app.call(send, { body: { scene: 'login', phone } }))
  done(await app.call(verify, { body: { type: 'sms', phone, ...proof } }))
  const portal = done(await app.call(portalSignInContract.login, { body: changed }))
  const portalTokens = done(await app.call(portalSignInContract.accessToken, { body: {} }, portal.data?.tempToken))
  const { token: portalToken = '', refreshToken = '' } = portalTokens.data ?? {}
  done(await app.call(portalSignInContract.refreshToken, { body: { token: portalToken, refreshToken } }))

  const item = { item: 'totp', on: true, password: changed.password } as const
  const begun = await app.call(securityContract.switchItem, { body: item }, token)
  const { secret, recovery } = begun.data as unknown as { secret: string; recovery: string[] }
  const code = async (seconds: number) => (await TOTP.generate(secret, { timestamp: Date.now() + seconds * 1000 })).otp
  done(await app.call(securityContract.switchItem, { body: { ...item, code: await code(-30) } }, token))
  const first = done(await app.call(verify, { body: changed }))
  await app.call(accessToken, { body: { type: 'totp', code: '000000' } }, first.data?.tempToken)
  const totp = { type: 'totp' as const, code: await code(0), trustDevice: true }
  done(await app.call(accessToken, { body: totp }, first.data?.tempToken))
  const second = done(await app.call(verify, { body: changed }))
  const other = { type: 'recovery' as const, code: recovery[0] ?? '' }
  done(await app.call(accessToken, { body: other }, second.data?.tempToken))
  done(await app.call(securityContract.recoveryCodes, { body: { password: changed.password } }, token))
}

const recoverPasswords = async () => {
  const user = await somebody()
  const ask = { account: user.account, channel: 'sms' } as const
  const proof = await proofBy(user.phone, () => app.call(passwordRecoveryContract.send, { body: ask }))
  const body = { account: user.account, ...proof, password: fresh() }
  done(await app.call(passwordRecoveryContract.confirm, { body }))
  const { phone } = user
  const other = await proofBy(phone, () =>
    app.call(portalSignInContract.sendCaptcha, { body: { scene: 'forget', phone } }),
  )
  const { data } = done(await app.call(portalSignInContract.forgetPassVerifySms, { body: { phone, ...other } }))
  done(await app.call(portalSignInContract.forgetPass, { body: { ticket: data?.ticket ?? '', password: fresh() } }))
}

const register = async () => {
  for (const mode of ['open', 'apply']) {
    await setParameter('register.mode', mode)
    const phone = anyPhone()
    const proof = await proofBy(phone, () => app.call(send, { body: { scene: 'register', phone } }))
    const body = {
      kind: 'person',
      account: `reg${randomInt(1e6)}`,
      name: '李雷',
      phone,
      ...proof,
      agree: true,
    } as const
    done(await app.call(registrationsContract.register, { body: { ...body, password: fresh() } }))
  }
  done(await app.call(invitationsContract.create, { body: { note: '新同事' } }, admin))
}

const setParameter = async (code: string, value: string) => {
  const found = await app.call(baseParametersContract.list, { query: { search: code } }, admin)
  const row = found.data?.[0]
  if (!row) throw new Error(`no parameter ${code}`)
  const { id, name, kind, options, desc, version } = row
  if (kind === 'secret') {
    alsoUsed.push({ kind: 'secret', value })
    return done(await app.call(baseParametersContract.writeSecret, { params: { id }, body: { value, version } }, admin))
  }
  const body = { code, name, kind, options, desc, version, value }
  return done(await app.call(baseParametersContract.update, { params: { id }, body }, admin))
}

const administer = async () => {
  const keeper = await somebody([
    ...['sysUsers:list', 'sysUsers:add', 'sysUsers:edit', 'sysUsers:reset', 'sysUsers:export'],
    ...['sysMemberships:add', 'sysOrgs:add'],
  ])
  const token = await app.signIn(keeper)
  const account = `made${randomInt(1e6)}`
  const contacts = { phone: anyPhone(), email: `${account}@example.cn`, idCard }
  const made = done(await app.call(usersContract.create, { body: { account, name: '韩梅梅', ...contacts } }, token))
  const id = made.data?.id ?? ''
  const moved = { ...contacts, name: '韩梅', phone: anyPhone(), version: 1 }
  done(await app.call(usersContract.update, { params: { id }, body: moved }, token))
  done(await app.call(usersContract.reset, { params: { id }, body: { password: fresh() } }, token))
  const reached = { phone: anyPhone(), email: `org${account}@example.cn` }
  const group = { name: '组', kind: 'dept', status: 1, parent: null, ...reached } as const
  done(await app.call(organizationsContract.create, { body: group }, token))
  const firm = { ...reached, name: `企业${account}`, admin: { account: `k${account}`, name: '客' } }
  done(await app.call(companiesContract.create, { body: firm }, admin))
  // Searched by a phone, in an export and in a read whose parameters are kept.
  const search = moved.phone
  done(await app.call(usersContract.exportUsers, { body: { search } }, token))
  await app.sql(`update apis set audit = 'full' where key = 'sysUsers.list'`)
  const audited = async () => {
    done(await app.call(usersContract.list, { query: { search } }, token))
    const rows = await app.sql(`select from audit_log where event = 'api.called'`)
    if (rows.length === 0) throw new Error('the read is not audited yet')
  }
  await vi.waitFor(audited, { timeout: 5000, interval: 200 })
  for (const target of [anyPhone(), `${account}@example.com`, (await somebody()).phone])
    done(await app.call(membershipsContract.create, { body: { target, note: '' } }, token))
  const stored = await app.sql(`select code from base_parameters where kind = 'secret' limit 1`)
  await setParameter(String(stored[0]?.code), 'Provider#Secret1')
  // Refused for want of a right, and failing on our side.
  await app.call(usersContract.list, { query: {} }, await app.signIn(await somebody()))
  await app.sql('alter table posts rename to posts_elsewhere')
  const body = { code: 'secretcode', name: '岗位', level: 1 }
  await app.call(postsContract.create, { body }, await app.signIn(await somebody(['sysPosts:add'])))
  await app.sql('alter table posts_elsewhere rename to posts')
  const stage = await createVisitStage(app)
  const visit = await stage.enter()
  await app.call(usersContract.create, { body: { account: `v${account}`, name: '访', phone: anyPhone() } }, visit.token)
  await app.call(sessionContract.logout, { body: {} }, token)
}

beforeAll(async () => {
  app = await createTestApp()
  const watched = watchSecrets(app)
  used = async () => [...(await watched()), ...alsoUsed]
  admin = await app.signIn()
  await signInSomehow()
  await recoverPasswords()
  await register()
  await administer()
  await callEverything()
})

describe('a database that was lived in', () => {
  it('holds secrets and contacts where they belong and nowhere else', async () => {
    expect(await findLeaks(app.sql, await used())).toEqual([])
  })
  it('bears out every entry of the list of where they belong', async () => {
    expect(await findStale(app.sql, await used())).toEqual([])
  })
})
