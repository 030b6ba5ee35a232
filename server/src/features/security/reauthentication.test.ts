import { randomBytes, randomUUID } from 'node:crypto'
import { baseParametersContract } from '@atrium/contract/features/base-parameters/base-parameters.contract.ts'
import { explainContract } from '@atrium/contract/features/explain/explain.contract.ts'
import { membershipsContract } from '@atrium/contract/features/memberships/memberships.contract.ts'
import { operationLogsContract } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import { apisContract } from '@atrium/contract/features/registry/registry.contract.ts'
import { securityContract } from '@atrium/contract/features/security/security.contract.ts'
import { signInContract } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { switchingContract } from '@atrium/contract/features/visits/visits.contract.ts'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { TOTP } from 'totp-generator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../test/factories.ts'
import { createTestApp } from '../../../test/harness.ts'
import { createRegistryStage } from '../../../test/registry-stage.ts'
import { createSoftwareAuthenticator } from '../../../test/software-authenticator.ts'
import { createVisitStage } from '../../../test/visit-stage.ts'

const { create, list } = baseParametersContract
const { prove, sendProofCode, switchItem } = securityContract
const { timeline } = operationLogsContract
const { app, admin, companyId, apiId } = await createRegistryStage()
beforeEach(() => app.sql('delete from limits'))
afterEach(() => app.sql(`update apis set mfa = false, audit = 'none', mode = 'enforce', observed_since = null`))

const permissions = ['sysBases:list', 'sysBases:add']
const phone = () => `138${String(randomBytes(4).readUInt32BE() % 1e8).padStart(8, '0')}`
const somebody = async () => {
  const user = await buildUser(app, { companyId, permissions, phone: phone() })
  return { ...user, token: await app.signIn(user) }
}
type Person = Awaited<ReturnType<typeof somebody>>
const codeOf = async (secret: string, away = 0) =>
  (await TOTP.generate(secret, { timestamp: Date.now() + away * 30_000 })).otp
const withTotp = async () => {
  const person = await somebody()
  const on = { item: 'totp', on: true } as const
  const begun = await app.call(switchItem, { body: { ...on, password: person.password } }, person.token)
  const { secret, recovery } = begun.data as unknown as { secret: string; recovery: string[] }
  // The code of the step before: the one of this step stays free.
  const done = await app.call(switchItem, { body: { ...on, code: await codeOf(secret, -1) } }, person.token)
  expect(done.code).toBe(0)
  return { ...person, secret, recovery }
}
const apiOf = async (key: string) => {
  const { data } = await app.call(apisContract.get, { params: { id: await apiId(key) } }, admin)
  if (!data) throw new Error(key)
  return data
}
type Wish = { mfa?: boolean; audit?: 'none' | 'meta' | 'full' }
const change = async (key: string, wish: Wish) => {
  const { id, name, module, desc, auth, rate, mfa, audit, version } = await apiOf(key)
  const body = { name, module, desc, auth, rate, mfa, audit, deprecated: false, version, ...wish }
  return app.call(apisContract.update, { params: { id }, body }, admin)
}
const parameter = () => ({ code: `p.${randomUUID()}`, name: '参数', kind: 'string' as const, value: '值' })
const write = (token: string, headers = {}, body = parameter()) => app.call(create, { body }, token, headers)
/** Nodes believe for a second what they read. */
const becomes = (token: string, wanted: number) =>
  expect.poll(async () => (await write(token)).code, { timeout: 2500, interval: 100 }).toBe(wanted)
const demanded = async (token: string) => {
  expect((await change('sysBases.create', { mfa: true })).code).toBe(0)
  await becomes(token, 111)
}
type Proof = Parameters<typeof app.call<typeof prove>>[1]['body']
const show = (token: string, body: Proof) => app.call(prove, { body }, token)
const kinds = async (token: string) => {
  const { prove: methods } = (await write(token)).data as unknown as { prove: { type: string; target: string }[] }
  return methods.map(({ type }) => type)
}
const lapse = (token: string) =>
  app.sql(`update sessions set proved_at = now() - interval '10 minutes' where ${own(token)}`)
const own = (token: string) => `access_hash = sha256('${token}')`
const codeSentTo = async (target: string) => {
  const find = async () => (await app.outbox()).findLast(({ to }) => to === target)?.values.code
  await expect.poll(find, { timeout: 5000 }).toBeDefined()
  return (await find()) ?? ''
}

const begin = async ({ account, password }: Pick<Person, 'account' | 'password'>, headers = {}) =>
  String((await app.call(signInContract.verify, { body: { account, password } }, undefined, headers)).data?.tempToken)
type Step = NonNullable<Parameters<typeof app.call<typeof signInContract.accessToken>>[1]['body']>
const step = (tempToken: string, body: Step) => app.call(signInContract.accessToken, { body }, tempToken)

describe('an API that wants a fresh proof', () => {
  it('does nothing until the password proves who calls; then it does, for ten minutes, in that session alone', async () => {
    const person = await somebody()
    const other = await app.signIn(person)
    await demanded(person.token)
    const body = parameter()
    const rows = () => app.sql('select 1 from base_parameters where code = $1', [body.code])
    const key = { [Header.idempotencyKey]: randomUUID() }
    expect(await write(person.token, key, body)).toMatchObject({
      ...{ status: 200, code: 111, msg: '需要二次验证', data: { prove: [{ type: 'password', target: '' }] } },
    })
    expect(await rows()).toEqual([])
    expect((await show(person.token, { type: 'password', password: person.password })).code).toBe(0)
    // The same call, repeated as it was, and once more: it is done once.
    const done = await write(person.token, key, body)
    expect(done.code).toBe(0)
    expect((await write(person.token, key, body)).data).toEqual(done.data)
    expect(await rows()).toHaveLength(1)
    expect((await write(other)).code).toBe(111)
    expect((await app.call(list, { query: {} }, other)).code).toBe(0)
    await lapse(person.token)
    expect((await write(person.token)).code).toBe(111)
    const told = await app.sql(
      `select ok, code, after from audit_log where actor_id = $1 and event = 'session.proved'`,
      [person.id],
    )
    expect(told).toEqual([{ ok: true, code: 0, after: { method: 'password' } }])
  })

  it('takes the second steps of whoever has some, each code once, and the password no longer', async () => {
    const person = await withTotp()
    await demanded(person.token)
    expect(await kinds(person.token)).toEqual(['totp', 'recovery'])
    expect((await show(person.token, { type: 'password', password: person.password })).code).toBe(1017)
    expect((await show(person.token, { type: 'totp', code: await codeOf(person.secret, 5) })).code).toBe(1017)
    const code = await codeOf(person.secret)
    expect((await show(person.token, { type: 'totp', code })).code).toBe(0)
    expect((await write(person.token)).code).toBe(0)
    await lapse(person.token)
    expect((await show(person.token, { type: 'totp', code })).code).toBe(1017)
    expect((await show(person.token, { type: 'recovery', code: person.recovery[0] ?? '' })).code).toBe(0)
    expect((await write(person.token)).code).toBe(0)
  })

  it('takes a code that was sent to the person’s own phone', async () => {
    const person = await somebody()
    expect((await app.call(sendProofCode, { body: {} }, person.token)).code).toBe(1019)
    const on = { item: 'sms', on: true, password: person.password } as const
    expect((await app.call(switchItem, { body: on }, person.token)).code).toBe(0)
    await demanded(person.token)
    expect(await kinds(person.token)).toEqual(['sms'])
    const { data } = await app.call(sendProofCode, { body: {} }, person.token)
    const [row] = await app.sql('select phone from users where id = $1', [person.id])
    const proof = { type: 'sms', uuid: data?.uuid, code: await codeSentTo(String(row?.phone)) } as const
    expect((await show(await app.signIn(await somebody()), proof)).code).toBe(1017)
    expect((await show(person.token, proof)).code).toBe(0)
    expect((await write(person.token)).code).toBe(0)
  })

  it('takes a passkey, and offers the password beside it: whoever lost the device is not locked out', async () => {
    const person = await somebody()
    const authenticator = createSoftwareAuthenticator({ origin: 'http://localhost:3000' })
    const on = { item: 'passkey', on: true } as const
    const begun = await app.call(switchItem, { body: { ...on, password: person.password } }, person.token)
    const asked = begun.data as unknown as { uuid: string; options: Record<string, unknown> }
    const attestation = authenticator.register(asked.options)
    expect((await app.call(switchItem, { body: { ...on, uuid: asked.uuid, attestation } }, person.token)).code).toBe(0)
    await demanded(person.token)
    expect(await kinds(person.token)).toEqual(['passkey', 'password'])
    const { data } = await app.call(signInContract.passkeyOptions, {})
    if (!data) throw new Error('no options')
    const assertion = authenticator.sign(data.options) as Record<string, unknown>
    expect((await show(person.token, { type: 'passkey', uuid: data.uuid, assertion })).code).toBe(0)
    expect((await write(person.token)).code).toBe(0)
  })

  it('counts wrong proofs: the session proves nothing more for a while, whatever comes then', async () => {
    const person = await withTotp()
    for (let n = 0; n < 5; n += 1) expect((await show(person.token, { type: 'totp', code: '000000' })).code).toBe(1017)
    const locked = await show(person.token, { type: 'totp', code: await codeOf(person.secret) })
    expect(locked).toMatchObject({ code: 429, data: { retryAfter: expect.any(Number) } })
    const refused = await app.sql(
      `select code from audit_log where actor_id = $1 and event = 'session.proved' and not ok order by seq`,
      [person.id],
    )
    expect(refused.map(({ code }) => code)).toEqual([1017, 1017, 1017, 1017, 1017, 429])
  })

  it('asks nothing of whoever has just signed in with a second step', async () => {
    const person = await withTotp()
    await demanded(person.token)
    const signedIn = await step(await begin(person), { type: 'totp', code: await codeOf(person.secret) })
    expect((await write(signedIn.data?.token ?? '')).code).toBe(0)
  })

  it('asks nothing either of whoever had to change his password after that second step', async () => {
    const person = await withTotp()
    await demanded(person.token)
    await app.sql('update users set must_change_password = true where id = $1', [person.id])
    const tempToken = await begin(person)
    const asked = await step(tempToken, { type: 'totp', code: await codeOf(person.secret) })
    expect(asked.data).toMatchObject({ next: 'changePassword' })
    const signedIn = await step(tempToken, { newPassword: 'Fresh#Pass99' })
    expect((await write(signedIn.data?.token ?? '')).code).toBe(0)
  })

  it('asks whoever was spared the second step by a browser he trusts', async () => {
    const person = await withTotp()
    await demanded(person.token)
    const trusting = { type: 'totp', code: await codeOf(person.secret), trustDevice: true } as const
    const { headers } = await step(await begin(person), trusting)
    const trusted = [headers['set-cookie']].flat().find((cookie) => String(cookie).includes('trusted')) ?? ''
    const tempToken = await begin(person, { cookie: trusted.split(';')[0] ?? '' })
    const spared = await step(tempToken, {})
    expect(spared.code).toBe(0)
    expect((await write(spared.data?.token ?? '')).code).toBe(111)
  })

  it('shows its impact only once who calls is proved, and makes the change with the same confirmation', async () => {
    expect((await change('sysApis.changeMode', { mfa: true })).code).toBe(0)
    const { id, version } = await apiOf('sysBases.list')
    const observe = (headers = {}) =>
      app.call(apisContract.changeMode, { params: { id }, body: { mode: 'observe', version } }, admin, headers)
    await expect.poll(async () => (await observe()).data, { timeout: 2500 }).toHaveProperty('prove')
    expect((await show(admin, { type: 'password', password: 'Admin#2026x' })).code).toBe(0)
    const shown = (await observe()).data as unknown as { confirmToken: string }
    const confirm = { [Header.confirm]: shown.confirmToken }
    await lapse(admin)
    expect((await observe(confirm)).data).toHaveProperty('prove')
    expect((await show(admin, { type: 'password', password: 'Admin#2026x' })).code).toBe(0)
    expect((await observe(confirm)).code).toBe(0)
    expect((await apiOf('sysBases.list')).mode).toBe('observe')
  })

  it('is one on every node within a second, and takes there what was proved here', async () => {
    const node = await createTestApp({ beside: app })
    const person = await somebody()
    await app.sql('update sessions set binding_hash = null where user_id = $1', [person.id])
    const there = async () => (await node.call(create, { body: parameter() }, person.token)).code
    expect(await there()).toBe(0)
    expect((await change('sysBases.create', { mfa: true })).code).toBe(0)
    await expect.poll(there, { timeout: 2500, interval: 100 }).toBe(111)
    expect((await show(person.token, { type: 'password', password: person.password })).code).toBe(0)
    expect(await there()).toBe(0)
  })

  it('is told in the explanation of a decision', async () => {
    const person = await somebody()
    await demanded(person.token)
    const { id: apiId } = await apiOf('sysBases.create')
    const overseer = await app.signIn(await buildUser(app, { companyId, permissions: ['sysExplain:view'] }))
    const { data } = await app.call(explainContract.explain, { query: { userId: person.id, apiId } }, overseer)
    expect(data?.now.allowed).toBe(true)
    expect(data?.now.steps).toContainEqual({
      ...{ step: 'mfa', ok: true, detail: '调用前要验证身份，验证后 10 分钟内不用再验证' },
    })
  })

  it('can be neither what leads to the proof or out, nor what nobody signed in for, nor another system’s', async () => {
    const never = ['sysSecurity.prove', 'sysSecurity.sendProofCode', 'sysCompanys.quit', 'sysConsole.logout']
    for (const key of [...never, 'sysConsole.grants', 'sysLogin.verify', 'sysLogin.accessToken'])
      expect(await change(key, { mfa: true })).toMatchObject({ code: 2218, errors: [{ field: 'mfa' }] })
    expect((await change('sysSecurity.changePassword', { mfa: true })).code).toBe(0)
  })
})

describe('whoever works in several companies', () => {
  const host = buildCompany(app, '乙公司')
  const join = async ({ id }: Pick<Person, 'id'>) => {
    const member = await buildUser(app, { companyId: await host, permissions })
    await app.sql('delete from login_directory where user_id = $1', [member.id])
    await app.sql(`update users set password_hash = '', principal_company_id = $2, principal_id = $3 where id = $1`, [
      ...[member.id, companyId, id],
    ])
  }

  it('proves himself with the account he signs in with', async () => {
    const person = await buildUser(app, { companyId })
    await join(person)
    const entered = await step(await begin(person), { companyId: await host })
    const token = String(entered.data?.token)
    await demanded(token)
    expect((await show(token, { type: 'password', password: person.password })).code).toBe(0)
    expect((await write(token)).code).toBe(0)
  })

  it('is asked nothing where he chose the company after a second step', async () => {
    const person = await withTotp()
    await join(person)
    await demanded(person.token)
    const tempToken = await begin(person)
    const asked = await step(tempToken, { type: 'totp', code: await codeOf(person.secret) })
    expect(asked.data).toMatchObject({ next: 'chooseCompany' })
    const entered = await step(tempToken, { companyId: await host })
    const token = entered.data?.token ?? ''
    expect((await write(token)).code).toBe(0)
    // The same proof lets him go on elsewhere, and back.
    const home = await app.call(membershipsContract.enter, { params: { id: companyId } }, token)
    expect((await write(home.data?.token ?? '')).code).toBe(0)
  })
})

describe('a guest', () => {
  it('proves himself as at home, for his visit alone', async () => {
    const { visitor, enter, home } = await createVisitStage(app)
    const { token } = await enter()
    expect((await change('sysUsers.list', { mfa: true })).code).toBe(0)
    const read = (by: string) => app.call(usersContract.list, { query: {} }, by)
    await expect.poll(async () => (await read(token)).code, { timeout: 2500 }).toBe(111)
    expect((await show(token, { type: 'password', password: visitor.password })).code).toBe(0)
    expect((await read(token)).code).toBe(0)
    expect((await read(home.token)).code).toBe(111)
    expect((await read((await enter({ mode: 'view' })).token)).code).toBe(111)
    expect((await app.call(switchingContract.quit, { body: {} }, token)).code).toBe(0)
  })
})

describe('a read that is to be written down', () => {
  const readsOf = ({ id }: Pick<Person, 'id'>) =>
    app.sql(
      `select ok, code, entity_name, after from audit_log where actor_id = $1 and event = 'api.called' order by seq`,
      [id],
    )
  const query = { search: 'login', size: 5 }
  const written = async (person: Person, wanted: number) =>
    expect
      .poll(
        async () => {
          await app.call(list, { query }, person.token)
          return (await readsOf(person)).length
        },
        { timeout: 2500, interval: 100 },
      )
      .toBeGreaterThanOrEqual(wanted)

  it('says who read what and when, and with which parameters where that is wanted; by itself it says nothing', async () => {
    const person = await somebody()
    await app.call(list, { query }, person.token)
    expect(await readsOf(person)).toEqual([])
    expect((await change('sysBases.list', { audit: 'meta' })).code).toBe(0)
    expect(await apiOf('sysBases.list')).toMatchObject({ audit: 'meta', declaredAudit: 'none' })
    await written(person, 1)
    const { name } = await apiOf('sysBases.list')
    expect((await readsOf(person)).at(-1)).toEqual({
      ...{ ok: true, code: 0, entity_name: name, after: { api: 'GET /api/sys/bases/v1' } },
    })
    expect((await change('sysBases.list', { audit: 'full' })).code).toBe(0)
    await expect
      .poll(
        async () => {
          await app.call(list, { query }, person.token)
          return (await readsOf(person)).at(-1)?.after
        },
        { timeout: 2500, interval: 100 },
      )
      .toMatchObject({ query: { search: 'login', size: 5 } })
    expect((await change('sysBases.list', { audit: 'none' })).code).toBe(0)
  })
  it('names the record that was read, so that its timeline tells of it', async () => {
    const reader = await buildUser(app, { companyId, permissions: ['sysUsers:get', 'sysLogs:oper'] })
    const [token, { id }] = [await app.signIn(reader), await somebody()]
    expect((await change('sysUsers.get', { audit: 'meta' })).code).toBe(0)
    const read = () => app.call(usersContract.get, { params: { id } }, token)
    const told = async () => {
      await read()
      const { data } = await app.call(timeline, { params: { entity: 'user', id }, query: {} }, token)
      return data?.map(({ action, actor, entityId }) => ({ action, by: actor?.id, entityId }))[0]
    }
    await expect
      .poll(told, { timeout: 2500, interval: 100 })
      .toEqual({ action: 'api.called', by: reader.id, entityId: id })
  })
  it('is no weaker than the code declares, and nothing else than a read', async () => {
    expect(await apiOf('sysBases.create')).toMatchObject({ audit: 'full', declaredAudit: 'full' })
    expect(await change('sysBases.create', { audit: 'none' })).toMatchObject({
      code: 2220,
      errors: [{ field: 'audit' }],
    })
    expect((await change('sysBases.create', {})).code).toBe(0)
    for (const key of ['sysLogin.captcha', 'sysConsole.refresh', 'sysConsole.events'])
      expect(await change(key, { audit: 'meta' })).toMatchObject({ code: 2219, errors: [{ field: 'audit' }] })
  })
})
