import { signInLogsContract } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { catalogue } from '@atrium/contract/index.ts'
import { describe, expect, it } from 'vitest'
import { buildUser } from '../../../../test/factories.ts'
import { createRegistryStage } from '../../../../test/registry-stage.ts'
import { compileRegistry, createDecide } from './decide.ts'
import { syncRegistry } from './index.ts'

const { list, create } = baseParametersContract
const { app, admin, companyId } = await createRegistryStage()

const sync = () => app.database.transact({ reach: 'platform' }, (db) => syncRegistry(db, catalogue))
const bases = `(select id from apis where key = 'sysBases.list')`
/** A new session reads the current registry; an open one may use one cached for up to a second. */
const signInWith = async (...permissions: string[]) => app.signIn(await buildUser(app, { companyId, permissions }))
const listStatus = async (token: string) => (await app.call(list, { query: {} }, token)).status

describe('the catalogue', () => {
  it('contains every endpoint, bound to the right it requires', async () => {
    const [api] = await app.sql(
      `select method, path, auth, state, origin, array_agg(element) as elements from apis
       join element_apis on api_id = id where key = 'sysBases.update' group by id`,
    )
    expect(api).toEqual({
      method: 'PUT',
      path: '/api/sys/bases/{id}/v1',
      auth: 'perm',
      state: 'active',
      origin: 'code',
      elements: ['sysBases:edit'],
    })
    expect(
      await app.sql(`select key from apis where auth = 'perm' and id not in (select api_id from element_apis)`),
    ).toEqual([])
  })
  it('writes nothing if nothing changed', async () => {
    const epoch = async () => (await app.sql('select epoch::int as epoch from registry_epoch'))[0]?.epoch
    const before = await epoch()
    await sync()
    expect(await epoch()).toBe(before)
  })
  it('flags what the code no longer declares, and what returned', async () => {
    await app.sql(
      `insert into modules (id, code, name, origin, declared) values (gen_random_uuid(), 'sysGone', '旧', 'code', '{}')`,
    )
    await app.sql(
      `insert into apis (id, key, method, path, name, module, auth, origin) values
       (gen_random_uuid(), 'sysGone.list', 'GET', '/api/sys/gone/v1', '旧', 'sysGone', 'perm', 'code'),
       (gen_random_uuid(), '', 'GET', '/api/erp/orders/v1', '订单', 'sysGone', 'perm', 'custom')`,
    )
    await app.sql(`update apis set state = 'missing' where key = 'sysBases.get'`)
    await sync()
    expect(
      await app.sql(`select key, state from apis where module = 'sysGone' or key = 'sysBases.get' order by key`),
    ).toEqual([
      { key: '', state: 'active' },
      { key: 'sysBases.get', state: 'changed' },
      { key: 'sysGone.list', state: 'missing' },
    ])
    expect(await app.sql(`select state from modules where code = 'sysGone'`)).toEqual([{ state: 'missing' }])
  })
  it('keeps edited labels and takes new ones from the code', async () => {
    await app.sql(
      `update elements set name = '看参数', declared = declared || '{"risk":"high"}' where code = 'sysBases:list'`,
    )
    await app.sql(
      `update elements set name = '旧名', declared = declared || '{"name":"旧名"}' where code = 'sysBases:add'`,
    )
    await sync()
    expect(
      await app.sql(
        `select code, name, state from elements where code in ('sysBases:list', 'sysBases:add') order by code`,
      ),
    ).toEqual([
      { code: 'sysBases:add', name: '新增', state: 'changed' },
      { code: 'sysBases:list', name: '看参数', state: 'changed' },
    ])
  })
  it('keeps all edited labels, and ignores changes of order', async () => {
    await app.sql(
      `update elements set risk = 'high', module = 'sysLogs', declared = declared || '{"name":"旧名"}'
       where code = 'sysBases:edit'`,
    )
    await app.sql(`update modules set sort = 7, declared = declared || '{"sort":7}' where code = 'sysBases'`)
    await app.sql(
      `update apis set state = 'deprecated', declared = declared || '{"name":"old"}' where key = 'sysBases.get'`,
    )
    await sync()
    expect(await app.sql(`select name, risk, module, state from elements where code = 'sysBases:edit'`)).toEqual([
      { name: '编辑', risk: 'high', module: 'sysLogs', state: 'changed' },
    ])
    expect(await app.sql(`select state, sort > 7 as moved from modules where code = 'sysBases'`)).toEqual([
      { state: 'active', moved: true },
    ])
    expect(await app.sql(`select state from apis where key = 'sysBases.get'`)).toEqual([{ state: 'deprecated' }])
  })
  it('flags a new API and binds it; a removed binding stays removed', async () => {
    await app.sql(`delete from apis where key = 'sysBases.history'`)
    await app.sql(`delete from element_apis where api_id = (select id from apis where key = 'sysBases.revert')`)
    await sync()
    const rows = await app.sql(
      `select key, state, (select count(*)::int from element_apis where api_id = id) as bound
       from apis where key in ('sysBases.history', 'sysBases.revert') order by key`,
    )
    expect(rows).toEqual([
      { key: 'sysBases.history', state: 'new', bound: 1 },
      { key: 'sysBases.revert', state: 'active', bound: 0 },
    ])
  })
})

describe('the bindings decide', () => {
  it('who can call, not the declaration', async () => {
    const reader = await signInWith('sysBases:list')
    expect([await listStatus(reader), await listStatus(admin)]).toEqual([200, 200])
    await app.sql(`update element_apis set element = 'sysLogs:login' where api_id = ${bases}`)
    const [other, former] = [await signInWith('sysLogs:login'), await signInWith('sysBases:list')]
    expect([await listStatus(other), await listStatus(former)]).toEqual([200, 403])
    await app.sql(`delete from element_apis where api_id = ${bases}`)
    const unbound = await signInWith('sysLogs:login', 'sysBases:list')
    expect([await listStatus(unbound), await listStatus(admin)]).toEqual([403, 200])
    await app.sql(`insert into element_apis (element, api_id) values ('sysBases:list', ${bases})`)
    expect(await listStatus(await signInWith('sysBases:list'))).toBe(200)
  })
  it('for signed-in users too, without another sign-in', async () => {
    await app.sql(
      `insert into element_apis (element, api_id) values ('sysBases:list', ${bases}) on conflict do nothing`,
    )
    const reader = await signInWith('sysBases:list')
    expect(await listStatus(reader)).toBe(200)
    await app.sql(`delete from element_apis where api_id = ${bases}`)
    await expect.poll(() => listStatus(reader)).toBe(403)
    await app.sql(`insert into element_apis (element, api_id) values ('sysBases:list', ${bases})`)
    await expect.poll(() => listStatus(reader)).toBe(200)
  })
})

describe('a decision', () => {
  const row = (elements: string[], bits: number[], auth = 'perm', observed: number[] = []) => [
    {
      method: 'POST',
      path: '/api/sys/bases/v1',
      name: '新增参数',
      auth,
      elements,
      bits,
      observed,
      rate: null,
      mfa: false,
      audit: 'none' as const,
    },
  ]
  const bits = [
    { code: 'sysBases:list', bit: 3 },
    { code: 'sysBases:add', bit: 95 },
    { code: 'sysLogs:login', bit: 31 },
  ]
  const ask = (rows: ReturnType<typeof row>, ...held: string[]) =>
    createDecide(compileRegistry(catalogue, rows, bits), new Set(held))(create)
  const last = ({ allowed, trace }: ReturnType<typeof ask>) => [allowed, trace.at(-1)?.step, trace.at(-1)?.ok]

  it('returns its trace', () => {
    expect(ask(row(['sysBases:add'], [95]), 'sysBases:add')).toEqual({
      allowed: true,
      trace: [
        { step: 'session', ok: true, detail: '会话有效' },
        { step: 'company', ok: true, detail: '公司可用' },
        { step: 'auth', ok: true, detail: '需要绑定的权限点' },
        { step: 'element', ok: true, detail: 'sysBases:add' },
      ],
    })
  })
  it('requires one bound element, in whichever word of the bitset', () => {
    const either = row(['sysBases:add', 'sysLogs:login'], [95, 31])
    expect(last(ask(either, 'sysLogs:login'))).toEqual([true, 'element', true])
    expect(last(ask(either, 'sysBases:add'))).toEqual([true, 'element', true])
    expect(last(ask(either, 'sysBases:list', 'no:such'))).toEqual([false, 'element', false])
  })
  it('admits holders of what opened an observed API and marks it; denies all where no element opens it', () => {
    const observed = row(['sysBases:add'], [95], 'perm', [3])
    expect(ask(observed, 'sysBases:list')).toMatchObject({ allowed: true, observed: true })
    expect(last(ask(observed, 'sysBases:list'))).toEqual([true, 'mode', true])
    expect(ask(observed, 'sysBases:add').observed).toBeUndefined()
    expect(last(ask(observed, 'sysLogs:login'))).toEqual([false, 'element', false])
    expect(last(ask(row([], [], 'perm', [3]), 'sysBases:list'))).toEqual([false, 'element', false])
  })
  it('takes less than five microseconds, also where an API is observed', () => {
    const decide = createDecide(
      compileRegistry(catalogue, row(['sysBases:add'], [95], 'perm', [3]), bits),
      new Set(['sysBases:list']),
    )
    const before = process.cpuUsage()
    for (let n = 0; n < 100_000; n += 1) decide(create)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 100_000).toBeLessThan(5)
  })
  it('denies unbound and unregistered APIs', () => {
    expect(last(ask(row([], []), 'sysBases:add'))).toEqual([false, 'element', false])
    expect(last(ask([], 'sysBases:add'))).toEqual([false, 'auth', false])
  })
  it('allows holders of everything to call everything', () => {
    expect(createDecide(compileRegistry(catalogue, [], []), 'everything')(signInLogsContract.list).allowed).toBe(true)
  })
})
