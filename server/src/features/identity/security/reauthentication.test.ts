import { randomBytes, randomUUID } from 'node:crypto'
import { apisContract } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { switchingContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { membershipsContract } from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { TOTP } from 'totp-generator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp } from '../../../../test/harness.ts'
import { dataAs } from '../../../../test/loosely-typed.ts'
import { createRegistryStage } from '../../../../test/registry-stage.ts'
import { createSoftwareAuthenticator } from '../../../../test/software-authenticator.ts'
import { createVisitStage } from '../../../../test/visit-stage.ts'

const { create, list } = baseParametersContract
const { prove, sendProofCode, switchItem } = securityContract
const { timeline } = operationLogsContract
const { app, admin, companyId, apiId } = await createRegistryStage()
beforeEach(() => app.sql('delete from limits'))
afterEach(() => app.sql(`update apis set mfa = false, audit = 'none', mode = 'enforce', observed_since = null`))

const permissions = ['sysBases:list', 'sysBases:add']
const phone = () => `138${String(randomBytes(4).readUInt32BE() % 1e8).padStart(8, '0')}`
const buildSignedInUser = async () => {
  const user = await buildUser(app, { companyId, permissions, phone: phone() })
  return { ...user, token: await app.signIn(user) }
}
type Person = Awaited<ReturnType<typeof buildSignedInUser>>
const generateCode = async (secret: string, steps = 0) =>
  (await TOTP.generate(secret, { timestamp: Date.now() + steps * 30_000 })).otp
const buildUserWithTotp = async () => {
  const person = await buildSignedInUser()
  const on = { item: 'totp', on: true } as const
  const prepared = await app.call(switchItem, { body: { ...on, password: person.password } }, person.token)
  const { secret, recovery } = dataAs<{ secret: string; recovery: string[] }>(prepared)
  // The code of the previous step, so that the current one stays unused.
  const done = await app.call(switchItem, { body: { ...on, code: await generateCode(secret, -1) } }, person.token)
  expect(done.code).toBe(0)
  return { ...person, secret, recovery }
}
const readApi = async (key: string) => {
  const { data } = await app.call(apisContract.get, { params: { id: await apiId(key) } }, admin)
  if (!data) throw new Error(key)
  return data
}
type ApiChange = { mfa?: boolean; audit?: 'none' | 'meta' | 'full' }
const change = async (key: string, changes: ApiChange) => {
  const { id, name, module, desc, auth, rate, mfa, audit, version } = await readApi(key)
  const body = { name, module, desc, auth, rate, mfa, audit, deprecated: false, version, ...changes }
  return app.call(apisContract.update, { params: { id }, body }, admin)
}
const parameter = () => ({ code: `p.${randomUUID()}`, name: '参数', kind: 'string' as const, value: '值' })
const write = (token: string, headers = {}, body = parameter()) => app.call(create, { body }, token, headers)
/** Nodes cache for a second. */
const waitForCode = (token: string, wanted: number) => expect.poll(async () => (await write(token)).code).toBe(wanted)
const requireReauthentication = async (token: string) => {
  expect((await change('sysBases.create', { mfa: true })).code).toBe(0)
  await waitForCode(token, 111)
}
type Proof = Parameters<typeof app.call<typeof prove>>[1]['body']
const reauthenticate = (token: string, body: Proof) => app.call(prove, { body }, token)
const listMethods = async (token: string) => {
  const { prove: methods } = dataAs<{ prove: { type: string; target: string }[] }>(await write(token))
  return methods.map(({ type }) => type)
}
const expireProof = (token: string) =>
  app.sql(`update sessions set proved_at = now() - interval '10 minutes' where ${ofToken(token)}`)
const ofToken = (token: string) => `access_hash = sha256('${token}')`
const codeSentTo = async (target: string) => {
  const find = async () => (await app.outbox()).findLast(({ to }) => to === target)?.values.code
  await expect.poll(find, { timeout: 5000 }).toBeDefined()
  return (await find()) ?? ''
}

const startSignIn = async ({ account, password }: Pick<Person, 'account' | 'password'>, headers = {}) =>
  String((await app.call(signInContract.verify, { body: { account, password } }, undefined, headers)).data?.tempToken)
type Step = NonNullable<Parameters<typeof app.call<typeof signInContract.accessToken>>[1]['body']>
const step = (tempToken: string, body: Step) => app.call(signInContract.accessToken, { body }, tempToken)

describe('an API that requires reauthentication', () => {
  it('does nothing until the password is given, and then works for ten minutes in that session only', async () => {
    const person = await buildSignedInUser()
    const other = await app.signIn(person)
    await requireReauthentication(person.token)
    const body = parameter()
    const rows = () => app.sql('select 1 from base_parameters where code = $1', [body.code])
    const key = { [Header.idempotencyKey]: randomUUID() }
    expect(await write(person.token, key, body)).toMatchObject({
      status: 200,
      code: 111,
      msg: '需要二次验证',
      data: { prove: [{ type: 'password', target: '' }] },
    })
    expect(await rows()).toEqual([])
    expect((await reauthenticate(person.token, { type: 'password', password: person.password })).code).toBe(0)
    // Repeats the same call twice: it runs once.
    const done = await write(person.token, key, body)
    expect(done.code).toBe(0)
    expect((await write(person.token, key, body)).data).toEqual(done.data)
    expect(await rows()).toHaveLength(1)
    expect((await write(other)).code).toBe(111)
    expect((await app.call(list, { query: {} }, other)).code).toBe(0)
    await expireProof(person.token)
    expect((await write(person.token)).code).toBe(111)
    const events = await app.sql(
      `select ok, code, after from audit_log where actor_id = $1 and event = 'session.proved'`,
      [person.id],
    )
    expect(events).toEqual([{ ok: true, code: 0, after: { method: 'password' } }])
  })

  it('accepts second steps if the user has any, each code once, and no password', async () => {
    const person = await buildUserWithTotp()
    await requireReauthentication(person.token)
    expect(await listMethods(person.token)).toEqual(['totp', 'recovery'])
    expect((await reauthenticate(person.token, { type: 'password', password: person.password })).code).toBe(1017)
    expect(
      (await reauthenticate(person.token, { type: 'totp', code: await generateCode(person.secret, 5) })).code,
    ).toBe(1017)
    const code = await generateCode(person.secret)
    expect((await reauthenticate(person.token, { type: 'totp', code })).code).toBe(0)
    expect((await write(person.token)).code).toBe(0)
    await expireProof(person.token)
    expect((await reauthenticate(person.token, { type: 'totp', code })).code).toBe(1017)
    expect((await reauthenticate(person.token, { type: 'recovery', code: person.recovery[0] ?? '' })).code).toBe(0)
    expect((await write(person.token)).code).toBe(0)
  })

  it('accepts a code sent to the user’s own phone', async () => {
    const person = await buildSignedInUser()
    expect((await app.call(sendProofCode, { body: {} }, person.token)).code).toBe(1019)
    const on = { item: 'sms', on: true, password: person.password } as const
    expect((await app.call(switchItem, { body: on }, person.token)).code).toBe(0)
    await requireReauthentication(person.token)
    expect(await listMethods(person.token)).toEqual(['sms'])
    const { data } = await app.call(sendProofCode, { body: {} }, person.token)
    const [row] = await app.sql('select phone from users where id = $1', [person.id])
    const proof = { type: 'sms', uuid: data?.uuid, code: await codeSentTo(String(row?.phone)) } as const
    expect((await reauthenticate(await app.signIn(await buildSignedInUser()), proof)).code).toBe(1017)
    expect((await reauthenticate(person.token, proof)).code).toBe(0)
    expect((await write(person.token)).code).toBe(0)
  })

  it('accepts a passkey, and offers the password as a fallback', async () => {
    const person = await buildSignedInUser()
    const authenticator = createSoftwareAuthenticator({ origin: 'http://localhost:3000' })
    const on = { item: 'passkey', on: true } as const
    const prepared = await app.call(switchItem, { body: { ...on, password: person.password } }, person.token)
    const reply = dataAs<{ uuid: string; options: Record<string, unknown> }>(prepared)
    const attestation = authenticator.register(reply.options)
    expect((await app.call(switchItem, { body: { ...on, uuid: reply.uuid, attestation } }, person.token)).code).toBe(0)
    await requireReauthentication(person.token)
    expect(await listMethods(person.token)).toEqual(['passkey', 'password'])
    const { data } = await app.call(signInContract.passkeyOptions, {})
    if (!data) throw new Error('no options')
    const assertion = authenticator.sign(data.options) as Record<string, unknown>
    expect((await reauthenticate(person.token, { type: 'passkey', uuid: data.uuid, assertion })).code).toBe(0)
    expect((await write(person.token)).code).toBe(0)
  })

  it('blocks the session after too many wrong proofs', async () => {
    const person = await buildUserWithTotp()
    for (let n = 0; n < 5; n += 1)
      expect((await reauthenticate(person.token, { type: 'totp', code: '000000' })).code).toBe(1017)
    const locked = await reauthenticate(person.token, { type: 'totp', code: await generateCode(person.secret) })
    expect(locked).toMatchObject({ code: 429, data: { retryAfter: expect.any(Number) } })
    const refused = await app.sql(
      `select code from audit_log where actor_id = $1 and event = 'session.proved' and not ok order by seq`,
      [person.id],
    )
    expect(refused.map(({ code }) => code)).toEqual([1017, 1017, 1017, 1017, 1017, 429])
  })

  it('asks nothing after a sign-in with a second step', async () => {
    const person = await buildUserWithTotp()
    await requireReauthentication(person.token)
    const signedIn = await step(await startSignIn(person), { type: 'totp', code: await generateCode(person.secret) })
    expect((await write(signedIn.data?.token ?? '')).code).toBe(0)
  })

  it('asks nothing after a second step followed by a forced password change', async () => {
    const person = await buildUserWithTotp()
    await requireReauthentication(person.token)
    await app.sql('update users set must_change_password = true where id = $1', [person.id])
    const tempToken = await startSignIn(person)
    const reply = await step(tempToken, { type: 'totp', code: await generateCode(person.secret) })
    expect(reply.data).toMatchObject({ next: 'changePassword' })
    const signedIn = await step(tempToken, { newPassword: 'Fresh#Pass99' })
    expect((await write(signedIn.data?.token ?? '')).code).toBe(0)
  })

  it('asks users whose trusted browser skipped the second step', async () => {
    const person = await buildUserWithTotp()
    await requireReauthentication(person.token)
    const trusting = { type: 'totp', code: await generateCode(person.secret), trustDevice: true } as const
    const { headers } = await step(await startSignIn(person), trusting)
    const trusted = [headers['set-cookie']].flat().find((cookie) => String(cookie).includes('trusted')) ?? ''
    const tempToken = await startSignIn(person, { cookie: trusted.split(';')[0] ?? '' })
    const trustedSignIn = await step(tempToken, {})
    expect(trustedSignIn.code).toBe(0)
    expect((await write(trustedSignIn.data?.token ?? '')).code).toBe(111)
  })

  it('shows its impact only after reauthentication, and applies the change with the same confirmation', async () => {
    expect((await change('sysApis.changeMode', { mfa: true })).code).toBe(0)
    const { id, version } = await readApi('sysBases.list')
    const observe = (headers = {}) =>
      app.call(apisContract.changeMode, { params: { id }, body: { mode: 'observe', version } }, admin, headers)
    await expect.poll(async () => (await observe()).data).toHaveProperty('prove')
    expect((await reauthenticate(admin, { type: 'password', password: 'Admin#2026x' })).code).toBe(0)
    const shown = dataAs<{ confirmToken: string }>(await observe())
    const confirm = { [Header.confirm]: shown.confirmToken }
    await expireProof(admin)
    expect((await observe(confirm)).data).toHaveProperty('prove')
    expect((await reauthenticate(admin, { type: 'password', password: 'Admin#2026x' })).code).toBe(0)
    expect((await observe(confirm)).code).toBe(0)
    expect((await readApi('sysBases.list')).mode).toBe('observe')
  })

  it('is effective on every node within a second, and accepts a reauthentication from another node', async () => {
    const node = await createTestApp({ sharedDatabase: app })
    const person = await buildSignedInUser()
    await app.sql('update sessions set binding_hash = null where user_id = $1', [person.id])
    const writeAtNode = async () => (await node.call(create, { body: parameter() }, person.token)).code
    expect(await writeAtNode()).toBe(0)
    expect((await change('sysBases.create', { mfa: true })).code).toBe(0)
    await expect.poll(writeAtNode).toBe(111)
    expect((await reauthenticate(person.token, { type: 'password', password: person.password })).code).toBe(0)
    expect(await writeAtNode()).toBe(0)
  })

  it('appears in the explanation of a decision', async () => {
    const person = await buildSignedInUser()
    await requireReauthentication(person.token)
    const { id: apiId } = await readApi('sysBases.create')
    const auditorToken = await app.signIn(await buildUser(app, { companyId, permissions: ['sysExplain:view'] }))
    const { data } = await app.call(explainContract.explain, { query: { userId: person.id, apiId } }, auditorToken)
    expect(data?.now.allowed).toBe(true)
    expect(data?.now.steps).toContainEqual({
      step: 'mfa',
      ok: true,
      detail: '调用前须验证身份，验证后 10 分钟内有效',
    })
  })

  it('cannot be a reauthentication, sign-out or public call, nor one of another system', async () => {
    const exempt = ['sysSecurity.prove', 'sysSecurity.sendProofCode', 'sysCompanys.quit', 'sysConsole.logout']
    for (const key of [...exempt, 'sysConsole.grants', 'sysLogin.verify', 'sysLogin.accessToken'])
      expect(await change(key, { mfa: true })).toMatchObject({ code: 2218, errors: [{ field: 'mfa' }] })
    expect((await change('sysSecurity.changePassword', { mfa: true })).code).toBe(0)
  })
})

describe('a user of several companies', () => {
  const host = buildCompany(app, '乙公司')
  const join = async ({ id }: Pick<Person, 'id'>) => {
    const member = await buildUser(app, { companyId: await host, permissions })
    await app.sql('delete from login_directory where user_id = $1', [member.id])
    await app.sql(`update users set password_hash = '', principal_company_id = $2, principal_id = $3 where id = $1`, [
      member.id,
      companyId,
      id,
    ])
  }

  it('reauthenticates with the principal account', async () => {
    const person = await buildUser(app, { companyId })
    await join(person)
    const entered = await step(await startSignIn(person), { companyId: await host })
    const token = String(entered.data?.token)
    await requireReauthentication(token)
    expect((await reauthenticate(token, { type: 'password', password: person.password })).code).toBe(0)
    expect((await write(token)).code).toBe(0)
  })

  it('is asked nothing after choosing the company behind a second step', async () => {
    const person = await buildUserWithTotp()
    await join(person)
    await requireReauthentication(person.token)
    const tempToken = await startSignIn(person)
    const reply = await step(tempToken, { type: 'totp', code: await generateCode(person.secret) })
    expect(reply.data).toMatchObject({ next: 'chooseCompany' })
    const entered = await step(tempToken, { companyId: await host })
    const token = entered.data?.token ?? ''
    expect((await write(token)).code).toBe(0)
    // The same reauthentication holds after switching companies.
    const home = await app.call(membershipsContract.enter, { params: { id: companyId } }, token)
    expect((await write(home.data?.token ?? '')).code).toBe(0)
  })
})

describe('a guest', () => {
  it('reauthenticates with the home account, for the visit only', async () => {
    const { visitor, enter, home } = await createVisitStage(app)
    const { token } = await enter()
    expect((await change('sysUsers.list', { mfa: true })).code).toBe(0)
    const read = (by: string) => app.call(usersContract.list, { query: {} }, by)
    await expect.poll(async () => (await read(token)).code).toBe(111)
    expect((await reauthenticate(token, { type: 'password', password: visitor.password })).code).toBe(0)
    expect((await read(token)).code).toBe(0)
    expect((await read(home.token)).code).toBe(111)
    expect((await read((await enter({ mode: 'view' })).token)).code).toBe(111)
    expect((await app.call(switchingContract.quit, { body: {} }, token)).code).toBe(0)
  })
})

describe('an audited read', () => {
  const listReads = ({ id }: Pick<Person, 'id'>) =>
    app.sql(
      `select ok, code, entity_name, after from audit_log where actor_id = $1 and event = 'api.called' order by seq`,
      [id],
    )
  const query = { search: 'login', size: 5 }
  const waitForReads = async (person: Person, wanted: number) =>
    expect
      .poll(async () => {
        await app.call(list, { query }, person.token)
        return (await listReads(person)).length
      })
      .toBeGreaterThanOrEqual(wanted)

  it('records the caller, and the parameters if configured; nothing by default', async () => {
    const person = await buildSignedInUser()
    await app.call(list, { query }, person.token)
    expect(await listReads(person)).toEqual([])
    expect((await change('sysBases.list', { audit: 'meta' })).code).toBe(0)
    expect(await readApi('sysBases.list')).toMatchObject({ audit: 'meta', declaredAudit: 'none' })
    await waitForReads(person, 1)
    const { name } = await readApi('sysBases.list')
    expect((await listReads(person)).at(-1)).toEqual({
      ok: true,
      code: 0,
      entity_name: name,
      after: { api: 'GET /api/sys/bases/v1' },
    })
    expect((await change('sysBases.list', { audit: 'full' })).code).toBe(0)
    await expect
      .poll(async () => {
        await app.call(list, { query }, person.token)
        return (await listReads(person)).at(-1)?.after
      })
      .toMatchObject({ query: { search: 'login', size: 5 } })
    expect((await change('sysBases.list', { audit: 'none' })).code).toBe(0)
  })
  it('names the record that was read, so that it appears in its timeline', async () => {
    const reader = await buildUser(app, { companyId, permissions: ['sysUsers:get', 'sysLogs:oper'] })
    const [token, { id }] = [await app.signIn(reader), await buildSignedInUser()]
    expect((await change('sysUsers.get', { audit: 'meta' })).code).toBe(0)
    const read = () => app.call(usersContract.get, { params: { id } }, token)
    const events = async () => {
      await read()
      const { data } = await app.call(timeline, { params: { entity: 'user', id }, query: {} }, token)
      return data?.map(({ action, actor, entityId }) => ({ action, by: actor?.id, entityId }))[0]
    }
    await expect.poll(events).toEqual({ action: 'api.called', by: reader.id, entityId: id })
  })
  it('cannot be weaker than declared, and must be a read', async () => {
    expect(await readApi('sysBases.create')).toMatchObject({ audit: 'full', declaredAudit: 'full' })
    expect(await change('sysBases.create', { audit: 'none' })).toMatchObject({
      code: 2220,
      errors: [{ field: 'audit' }],
    })
    expect((await change('sysBases.create', {})).code).toBe(0)
    for (const key of ['sysLogin.captcha', 'sysConsole.refresh', 'sysConsole.events'])
      expect(await change(key, { audit: 'meta' })).toMatchObject({ code: 2219, errors: [{ field: 'audit' }] })
  })
})
