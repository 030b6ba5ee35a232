import { randomInt } from 'node:crypto'
import { passwordRecoveryContract } from '@atrium/contract/features/identity/password-recovery/password-recovery.contract.ts'
import { portalSignInContract } from '@atrium/contract/features/identity/portal-sign-in/portal-sign-in.contract.ts'
import {
  invitationsContract,
  registrationsContract,
} from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { membershipsContract } from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import { TOTP } from 'totp-generator'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { buildCompany, buildUser } from '../factories.ts'
import { createTestApp, type TestApp, testSecretKey } from '../harness.ts'
import { createGate } from '../hostile/gate.ts'
import { createSamples } from '../hostile/samples.ts'
import { buildShot } from '../hostile/shots.ts'
import { dataAs } from '../loosely-typed.ts'
import { createVisitStage } from '../visit-stage.ts'
import { findLeaks, findStale, type UsedSecret } from './find-leaks.ts'
import { findSealedColumns } from './find-sealed.ts'
import { watchSecrets } from './watch-secrets.ts'

const { verify, accessToken, send } = signInContract
const idCard = '11010519491231002X'
const freshPassword = () => `Fresh#Pass${randomInt(1e6)}`
const anyPhone = () => `138${String(randomInt(1e8)).padStart(8, '0')}`

let app: TestApp
let admin: string
let usedSecrets: () => Promise<UsedSecret[]>
/** Secrets typed into a wrong field, or stored under a neutral name. */
const misplacedSecrets: UsedSecret[] = []

const sentCode = (target: string, earlier = 0) =>
  vi.waitFor(
    async () => {
      const all = (await app.outbox()).filter(({ to, values }) => to === target && values.code !== undefined)
      if (all.length <= earlier) throw new Error(`nothing was sent to ${target}`)
      return all.at(-1)?.values.code ?? ''
    },
    { timeout: 5000 },
  )
const requestCode = async (
  target: string,
  ask: () => Promise<{ data?: { uuid: string } | undefined; msg: string }>,
) => {
  await app.sql('delete from limits')
  const earlier = (await app.outbox()).filter(({ to, values }) => to === target && values.code !== undefined).length
  const { data, msg } = await ask()
  if (!data) throw new Error(msg)
  return { uuid: data.uuid, code: await sentCode(target, earlier) }
}
const assertOk = <T extends { code: number; msg: string }>(answer: T): T => {
  if (answer.code !== 0) throw new Error(`${answer.code} ${answer.msg}`)
  return answer
}
const buildPerson = async (permissions: string[] = []) => {
  const phone = anyPhone()
  const user = await buildUser(app, { companyId: await buildCompany(app, `公司${randomInt(1e6)}`), permissions, phone })
  return { ...user, phone, mail: `${user.account}@example.cn` }
}

/** Calls every endpoint once with its valid sample. */
const callAllEndpoints = async () => {
  const { buildSample, picture } = await createSamples(app, 40)
  const shots = endpoints
    .filter(({ wire }) => wire !== 'stream')
    .map((endpoint) => buildShot(endpoint, buildSample(endpoint)(-1, undefined), picture))
  await createGate(app.server).volley(shots)
}

const exerciseSignIn = async () => {
  const user = await buildPerson()
  const { account, password, phone, mail } = user
  const token = await app.signIn(user)
  // A password typed into each account field.
  const typed = freshPassword()
  misplacedSecrets.push({ kind: 'password', value: typed })
  await app.call(verify, { body: { account: typed, password: freshPassword() } })
  await app.call(passwordRecoveryContract.send, { body: { account: typed, channel: 'sms' } })
  await app.call(passwordRecoveryContract.confirm, {
    body: { account: typed, uuid: crypto.randomUUID(), code: '000000', password: freshPassword() },
  })
  await app.call(verify, { body: { account, password: freshPassword() } })
  await app.call(verify, { body: { type: 'sms', phone: anyPhone(), uuid: crypto.randomUUID(), code: '000000' } })

  const bound = await requestCode(mail, () =>
    app.call(securityContract.bindSend, { body: { type: 'mail', target: mail } }, token),
  )
  assertOk(
    await app.call(securityContract.bindConfirm, { body: { type: 'mail', target: mail, ...bound, password } }, token),
  )
  const changed = { account, password: freshPassword() }
  const change = { oldPass: password, newPass: changed.password }
  assertOk(await app.call(securityContract.changePassword, { body: change }, token))

  const proof = await requestCode(phone, () => app.call(send, { body: { scene: 'login', phone } }))
  assertOk(await app.call(verify, { body: { type: 'sms', phone, ...proof } }))
  const portal = assertOk(await app.call(portalSignInContract.login, { body: changed }))
  const portalTokens = assertOk(await app.call(portalSignInContract.accessToken, { body: {} }, portal.data?.tempToken))
  const { token: portalToken = '', refreshToken = '' } = portalTokens.data ?? {}
  assertOk(await app.call(portalSignInContract.refreshToken, { body: { token: portalToken, refreshToken } }))

  const item = { item: 'totp', on: true, password: changed.password } as const
  const started = await app.call(securityContract.switchItem, { body: item }, token)
  const { secret, recovery } = dataAs<{ secret: string; recovery: string[] }>(started)
  const code = async (seconds: number) => (await TOTP.generate(secret, { timestamp: Date.now() + seconds * 1000 })).otp
  assertOk(await app.call(securityContract.switchItem, { body: { ...item, code: await code(-30) } }, token))
  const first = assertOk(await app.call(verify, { body: changed }))
  await app.call(accessToken, { body: { type: 'totp', code: '000000' } }, first.data?.tempToken)
  const totp = { type: 'totp' as const, code: await code(0), trustDevice: true }
  assertOk(await app.call(accessToken, { body: totp }, first.data?.tempToken))
  const second = assertOk(await app.call(verify, { body: changed }))
  const other = { type: 'recovery' as const, code: recovery[0] ?? '' }
  assertOk(await app.call(accessToken, { body: other }, second.data?.tempToken))
  assertOk(await app.call(securityContract.recoveryCodes, { body: { password: changed.password } }, token))
}

const exerciseRecovery = async () => {
  const user = await buildPerson()
  const ask = { account: user.account, channel: 'sms' } as const
  const proof = await requestCode(user.phone, () => app.call(passwordRecoveryContract.send, { body: ask }))
  const body = { account: user.account, ...proof, password: freshPassword() }
  assertOk(await app.call(passwordRecoveryContract.confirm, { body }))
  const { phone } = user
  const other = await requestCode(phone, () =>
    app.call(portalSignInContract.sendCaptcha, { body: { scene: 'forget', phone } }),
  )
  const { data } = assertOk(await app.call(portalSignInContract.forgetPassVerifySms, { body: { phone, ...other } }))
  assertOk(
    await app.call(portalSignInContract.forgetPass, {
      body: { ticket: data?.ticket ?? '', password: freshPassword() },
    }),
  )
}

const exerciseRegistration = async () => {
  for (const mode of ['open', 'apply']) {
    await setParameter('register.mode', mode)
    const phone = anyPhone()
    const proof = await requestCode(phone, () => app.call(send, { body: { scene: 'register', phone } }))
    const body = {
      kind: 'person',
      account: `reg${randomInt(1e6)}`,
      name: '李雷',
      phone,
      ...proof,
      agree: true,
    } as const
    assertOk(await app.call(registrationsContract.register, { body: { ...body, password: freshPassword() } }))
  }
  assertOk(await app.call(invitationsContract.create, { body: { note: '新同事' } }, admin))
}

const setParameter = async (code: string, value: string) => {
  const found = await app.call(baseParametersContract.list, { query: { search: code } }, admin)
  const row = found.data?.[0]
  if (!row) throw new Error(`no parameter ${code}`)
  const { id, name, kind, options, desc, version } = row
  if (kind === 'secret') {
    misplacedSecrets.push({ kind: 'secret', value })
    return assertOk(
      await app.call(baseParametersContract.writeSecret, { params: { id }, body: { value, version } }, admin),
    )
  }
  const body = { code, name, kind, options, desc, version, value }
  return assertOk(await app.call(baseParametersContract.update, { params: { id }, body }, admin))
}

const exerciseAdministration = async () => {
  const companyAdmin = await buildPerson([
    'sysUsers:list',
    'sysUsers:add',
    'sysUsers:edit',
    'sysUsers:reset',
    'sysUsers:export',
    'sysMemberships:add',
    'sysOrgs:add',
  ])
  const token = await app.signIn(companyAdmin)
  const account = `made${randomInt(1e6)}`
  const contacts = { phone: anyPhone(), email: `${account}@example.cn`, idCard }
  const made = assertOk(await app.call(usersContract.create, { body: { account, name: '韩梅梅', ...contacts } }, token))
  const id = made.data?.id ?? ''
  const moved = { ...contacts, name: '韩梅', phone: anyPhone(), version: 1 }
  assertOk(await app.call(usersContract.update, { params: { id }, body: moved }, token))
  assertOk(await app.call(usersContract.reset, { params: { id }, body: { password: freshPassword() } }, token))
  const reached = { phone: anyPhone(), email: `org${account}@example.cn` }
  const group = { name: '组', kind: 'dept', status: 1, parent: null, ...reached } as const
  assertOk(await app.call(organizationsContract.create, { body: group }, token))
  const firm = { ...reached, name: `公司${account}`, admin: { account: `k${account}`, name: '客' } }
  assertOk(await app.call(companiesContract.create, { body: firm }, admin))
  // Search by phone, in an export and in a read that audits its parameters.
  const search = moved.phone
  assertOk(await app.call(usersContract.exportUsers, { body: { search } }, token))
  await app.sql(`update apis set audit = 'full' where key = 'sysUsers.list'`)
  const audited = async () => {
    assertOk(await app.call(usersContract.list, { query: { search } }, token))
    const rows = await app.sql(`select from audit_log where event = 'api.called'`)
    if (rows.length === 0) throw new Error('the read is not audited yet')
  }
  await vi.waitFor(audited, { timeout: 5000, interval: 200 })
  for (const target of [anyPhone(), `${account}@example.com`, (await buildPerson()).phone])
    assertOk(await app.call(membershipsContract.create, { body: { target, note: '' } }, token))
  const stored = await app.sql(`select code from base_parameters where kind = 'secret' limit 1`)
  await setParameter(String(stored[0]?.code), 'Provider#Secret1')
  // A refusal for a missing permission, and a server error.
  await app.call(usersContract.list, { query: {} }, await app.signIn(await buildPerson()))
  await app.sql('alter table posts rename to posts_elsewhere')
  const body = { code: 'secretcode', name: '岗位', level: 1 }
  await app.call(postsContract.create, { body }, await app.signIn(await buildPerson(['sysPosts:add'])))
  await app.sql('alter table posts_elsewhere rename to posts')
  const stage = await createVisitStage(app)
  const visit = await stage.enter()
  await app.call(usersContract.create, { body: { account: `v${account}`, name: '访', phone: anyPhone() } }, visit.token)
  await app.call(sessionContract.logout, { body: {} }, token)
}

beforeAll(async () => {
  app = await createTestApp()
  const listSecrets = watchSecrets(app)
  usedSecrets = async () => [...(await listSecrets()), ...misplacedSecrets]
  admin = await app.signIn()
  await exerciseSignIn()
  await exerciseRecovery()
  await exerciseRegistration()
  await exerciseAdministration()
  await callAllEndpoints()
})

describe('a used database', () => {
  it('holds secrets and contacts in allowed columns only', async () => {
    expect(await findLeaks(app.sql, await usedSecrets())).toEqual([])
  })
  it('holds sealed texts in the columns alone whose texts a rotation of the key seals again', async () => {
    const rows = await app.sql(`select table_name || '.' || column_name as name from sealed_columns`)
    const listed = rows.map(({ name }) => String(name))
    const found = await findSealedColumns(app.sql, createSecrets(testSecretKey))
    expect(found.length).toBeGreaterThan(4)
    expect(found.filter((name) => !listed.includes(name))).toEqual([])
  })
  it('has values for every allowed column', async () => {
    expect(await findStale(app.sql, await usedSecrets())).toEqual([])
  })
})
