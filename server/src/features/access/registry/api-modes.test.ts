import { apisContract } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { registryErrors } from '@atrium/contract/features/access/registry/registry.errors.ts'
import { signInLogsContract } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createRegistryStage } from '../../../../test/registry-stage.ts'

const { list } = baseParametersContract
const { app, admin, companyId, apiId, elementId } = await createRegistryStage()
afterEach(async () => {
  await app.sql(`update apis set mode = 'enforce', observed_since = null, rate = null`)
  await app.sql('delete from observed_elements')
  await app.sql(`delete from element_apis where api_id = $1`, [await apiId('sysBases.list')])
  await app.sql(`insert into element_apis values ('sysBases:list', $1)`, [await apiId('sysBases.list')])
})

const signInUser = (...permissions: string[]) => buildUser(app, { companyId, permissions })
const status = async (token: string) => (await app.call(list, { query: {} }, token)).status
/** Nodes cache the registry for a second. */
const becomes = (token: string, wanted: number) => expect.poll(() => status(token)).toBe(wanted)
const bind = async (code: string, key: string) =>
  callAndConfirm(
    app,
    elementsContract.bind,
    { params: { id: await elementId(code) }, body: { apiIds: [await apiId(key)] } },
    admin,
  )
const unbind = async (code: string, key: string) =>
  callAndConfirm(
    app,
    elementsContract.unbind,
    { params: { id: await elementId(code), apiId: await apiId(key) } },
    admin,
  )

type Mode = 'enforce' | 'observe'
const change = async (key: string, mode: Mode, token = admin) => {
  const id = await apiId(key)
  const version = Number((await app.sql('select version from apis where id = $1', [id]))[0]?.version)
  return callAndConfirm(app, apisContract.changeMode, { params: { id }, body: { mode, version } }, token)
}
const observation = async (key: string) =>
  (await app.call(apisContract.observation, { params: { id: await apiId(key) } }, admin)).data

describe('an API observed while its rule is tightened', () => {
  it('admits users who could call it before, counts them, and denies them once enforced', async () => {
    const [former, stranger] = [await signInUser('sysBases:list'), await signInUser('sysLogs:login')]
    const [old, other] = [await app.signIn(former), await app.signIn(stranger)]
    expect([await status(old), await status(other)]).toEqual([200, 403])

    const started = await change('sysBases.list', 'observe')
    expect([started.first.code, started.done.code]).toEqual([111, 0])
    expect(started.impact).toMatchObject({ mode: 'observe', elems: ['sysBases:list'], refused: { people: 0 } })
    const row = (await app.call(apisContract.get, { params: { id: await apiId('sysBases.list') } }, admin)).data
    expect(row).toMatchObject({ mode: 'observe', observedSince: expect.any(String) })
    const query = { 'f.mode': 'observe' } as const
    expect((await app.call(apisContract.list, { query }, admin)).data?.map(({ key }) => key)).toEqual(['sysBases.list'])

    // Tightens the rule: another element replaces the former one.
    await bind('sysBases:add', 'sysBases.list')
    await unbind('sysBases:list', 'sysBases.list')
    const now = await signInUser('sysBases:add')
    await becomes(await app.signIn(now), 200)
    const afterCalling = async () => {
      expect([await status(old), await status(other)]).toEqual([200, 403])
      return observation('sysBases.list')
    }
    await expect
      .poll(afterCalling, { timeout: 8000, interval: 500 })
      .toMatchObject({ elems: ['sysBases:list'], refused: { companies: 1, people: 1 }, seen: { people: 1 } })
    // Names are shown only for users of the caller's company.
    expect(await observation('sysBases.list')).toMatchObject({ refused: { named: [] }, seen: { named: [] } })

    const asked = { query: { userId: former.id, apiId: await apiId('sysBases.list') } }
    const overseer = await app.signIn(await signInUser('sysExplain:view'))
    const { data } = await app.call(explainContract.explain, asked, overseer)
    expect(data?.now).toMatchObject({ allowed: true })
    expect(data?.now.steps.map(({ step, ok }) => [step, ok]).slice(-4)).toEqual([
      ['element', true],
      ['roles', false],
      ['mode', true],
      ['result', true],
    ])
    expect(data?.now.steps.find(({ step }) => step === 'mode')?.detail).toBe('观察模式：本应拒绝，已放行并记录')

    const ended = await change('sysBases.list', 'enforce')
    expect(ended.impact).toMatchObject({ mode: 'enforce', refused: { companies: 1, people: 1 } })
    expect(ended.done.code).toBe(0)
    await becomes(old, 403)
    expect(await observation('sysBases.list')).toMatchObject({ since: null, elems: [], seen: { people: 0, calls: 0 } })
    expect(await app.sql('select * from observed_elements')).toEqual([])
  })

  it('names users of the operator’s own company, most calls first', async () => {
    const platform = await readPlatformCompany(app)
    const colleague = await buildUser(app, { companyId: platform, permissions: ['sysLogs:login'] })
    await change('sysLogs.list', 'observe')
    await bind('sysBases:add', 'sysLogs.list')
    await unbind('sysLogs:login', 'sysLogs.list')
    const [own, foreign] = [await app.signIn(colleague), await app.signIn(await signInUser('sysLogs:login'))]
    for (const token of [own, own, foreign])
      expect((await app.call(signInLogsContract.list, { query: {} }, token)).status).toBe(200)
    await expect
      .poll(async () => (await observation('sysLogs.list'))?.seen, { timeout: 6000 })
      .toEqual({ companies: 2, people: 2, calls: 3, named: [{ name: '张伟', account: colleague.account, calls: 2 }] })
    expect((await observation('sysLogs.list'))?.refused.named).toContainEqual({
      name: '张伟',
      account: colleague.account,
    })
    // A new observation starts without results.
    await change('sysLogs.list', 'enforce')
    await change('sysLogs.list', 'observe')
    expect((await observation('sysLogs.list'))?.seen).toMatchObject({ people: 0, calls: 0 })
  })

  it('denies, once enforced, only users without any role that opens it: inherited, inactive, and with other roles besides', async () => {
    const platform = await readPlatformCompany(app)
    const member = (...permissions: string[]) => buildUser(app, { companyId: platform, permissions })
    const [parent, heir, locked] = [await member('sysBases:list'), await member(), await member('sysBases:list')]
    const [both, root] = [await member('sysBases:list', 'sysBases:add'), await member('sysBases:list')]
    await app.sql('update roles set parent_id = $1 where id = $2', [parent.roleId, heir.roleId])
    await app.sql('update roles set status = 0 where id = $1', [locked.roleId])
    await app.sql('update roles set everything = true where id = $1', [root.roleId])
    await change('sysBases.list', 'observe')
    const refused = async () => (await observation('sysBases.list'))?.refused
    expect(await refused()).toEqual({ companies: 0, people: 0, named: [] })
    await bind('sysBases:add', 'sysBases.list')
    await unbind('sysBases:list', 'sysBases.list')
    const accounts = (await refused())?.named.map(({ account }) => account)
    for (const { account } of [parent, heir]) expect(accounts).toContain(account)
    for (const { account } of [locked, both, root]) expect(accounts).not.toContain(account)
  })

  it('is denied to all once unbound, and to all without the right once a high-risk element opens it', async () => {
    const old = await app.signIn(await signInUser('sysBases:list'))
    await change('sysBases.list', 'observe')
    expect(await observation('sysBases.list')).toMatchObject({ idle: false })
    await unbind('sysBases:list', 'sysBases.list')
    await becomes(old, 403)
    expect(await observation('sysBases.list')).toMatchObject({ idle: true })
    await bind('sysBases:add', 'sysBases.list')
    await becomes(old, 200)
    await app.sql(`update elements set risk = 'high' where code = 'sysBases:add'`)
    await becomes(old, 403)
    expect(await observation('sysBases.list')).toMatchObject({ idle: true })
    await app.sql(`update elements set risk = 'low' where code = 'sysBases:add'`)
  })
})

describe('observation', () => {
  const { notServed, neverObserved, unboundUnobserved, riskUnobserved } = registryErrors
  const readCode = async (key: string) => (await change(key, 'observe')).done.code
  it('starts only where it opens nothing that was closed, nothing of the platform, nothing of high risk', async () => {
    const ofPlatform = endpoints.filter(({ access, reach }) => access.kind === 'permitted' && reach === 'platform')
    for (const { module, name } of ofPlatform) expect(await readCode(`${module}.${name}`)).toBe(neverObserved.code)
    expect(ofPlatform.length).toBeGreaterThan(0)
    expect(await readCode('sysConsole.grants')).toBe(neverObserved.code)
    expect(await readCode('sysBases.remove')).toBe(riskUnobserved.code)
    await unbind('sysBases:list', 'sysBases.history')
    expect(await readCode('sysBases.history')).toBe(unboundUnobserved.code)
    await bind('sysBases:list', 'sysBases.history')
    await app.sql(
      `insert into apis (id, key, method, path, name, module, auth, origin)
       values (gen_random_uuid(), 'erp.orders', 'GET', '/erp/orders/v1', '订单', 'sysBases', 'perm', 'custom')`,
    )
    expect(await readCode('erp.orders')).toBe(notServed.code)
    expect((await change('sysBases.list', 'enforce')).done.code).toBe(0)
  })
  it('is started and ended with the right, on the newest version, and audited', async () => {
    const editor = await buildUser(app, { companyId: await readPlatformCompany(app), permissions: ['sysApis:edit'] })
    expect((await change('sysBases.list', 'observe', await app.signIn(editor))).done.status).toBe(403)
    const foreign = await app.signIn(await signInUser('sysApis:mode'))
    expect((await change('sysBases.list', 'observe', foreign)).done.code).toBe(2202)
    const id = await apiId('sysBases.list')
    const stale = { params: { id }, body: { mode: 'observe', version: 1000 } } as const
    expect((await app.call(apisContract.changeMode, stale, admin)).code).toBe(409)
    const rows = await app.sql(
      `select after->>'mode' as mode, after->'elems' as elems from audit_log where event = 'api.modeChanged' and ok and after is not null order by seq`,
    )
    expect(rows.slice(0, 2)).toEqual([
      { mode: 'observe', elems: ['sysBases:list'] },
      { mode: 'enforce', elems: ['sysBases:list'] },
    ])
  })
  it('reveals nothing to another company', async () => {
    const visible = app.database.transact({ reach: 'company', companyId }, async (db) => [
      (await db.selectFrom('observed_calls').selectAll().execute()).filter((row) => row.company_id !== companyId),
      (await db.deleteFrom('observed_elements').executeTakeFirstOrThrow()).numDeletedRows,
    ])
    expect(await visible).toEqual([[], 0n])
    const foreign = await app.signIn(await signInUser('sysApis:mode'))
    const id = await apiId('sysBases.list')
    expect((await app.call(apisContract.observation, { params: { id } }, foreign)).code).toBe(2202)
  })
})

describe('a rate limit', () => {
  const limited = async (key: string, rate: { n: number; per: 'second' | 'minute' | 'hour' | 'day' } | null) => {
    const id = await apiId(key)
    const { data } = await app.call(apisContract.get, { params: { id } }, admin)
    if (!data) throw new Error(key)
    const { name, module, auth, mfa, audit, version } = data
    const body = { name, module, auth, deprecated: false, rate, mfa, audit, version }
    return app.call(apisContract.update, { params: { id }, body }, admin)
  }
  const code = async (token: string) => (await app.call(list, { query: {} }, token)).code
  it('applies per user, tells when to retry, and ends when removed', async () => {
    const [one, two] = [
      await app.signIn(await signInUser('sysBases:list')),
      await app.signIn(await signInUser('sysBases:list')),
    ]
    expect((await limited('sysBases.list', { n: 2, per: 'hour' })).code).toBe(0)
    await expect.poll(() => code(one)).toBe(429)
    const refused = await app.call(list, { query: {} }, one)
    expect(refused).toMatchObject({
      code: 429,
      msg: '操作过于频繁，请稍后再试',
      data: { retryAfter: expect.any(Number) },
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
    expect([await code(two), await code(two), await code(two)]).toEqual([0, 0, 429])
    // Holders of everything are exempt so that they can repair a wrong limit.
    expect([await code(admin), await code(admin), await code(admin)]).toEqual([0, 0, 0])
    expect((await limited('sysBases.list', null)).code).toBe(0)
    await expect.poll(() => code(one)).toBe(0)
  })
  it('counts only admitted calls, also for APIs that only require signing in', async () => {
    const [stranger, user] = [await app.signIn(await signInUser()), await app.signIn(await signInUser())]
    await limited('sysBases.list', { n: 1, per: 'minute' })
    await limited('sysConsole.grants', { n: 1, per: 'day' })
    const [grants] = await app.sql(`select method, path from apis where key = 'sysConsole.grants'`)
    const ask = async () =>
      (await app.server.inject({ method: 'GET', url: String(grants?.path), headers: { token: user } })).json().code
    await expect.poll(ask).toBe(429)
    expect([await status(stranger), await status(stranger), await status(stranger)]).toEqual([403, 403, 403])
  })
  it('can be set only where the caller is known and the console serves the API', async () => {
    expect(await limited('sysLogin.captcha', { n: 1, per: 'day' })).toMatchObject({
      code: registryErrors.neverLimited.code,
      errors: [{ field: 'rate' }],
    })
    expect((await limited('erp.orders', { n: 1, per: 'day' })).code).toBe(registryErrors.notServed.code)
    expect((await limited('sysBases.list', { n: 0, per: 'day' })).code).toBe(400)
  })
})
