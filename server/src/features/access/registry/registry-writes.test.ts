import { randomUUID } from 'node:crypto'
import { apisContract } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { modulesContract } from '@atrium/contract/features/access/registry/modules.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { dataAs, unchecked } from '../../../../test/loosely-typed.ts'

let app: TestApp
let admin: string
let count = 0
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn()
})

const fresh = () => {
  count += 1
  return `erp${count}`
}
const module = (code = fresh()) => ({ code, name: '订单系统', app: 'console' as const, sort: 5, desc: '' })
const addModule = async (code = fresh()) => {
  const { data, msg } = await app.call(modulesContract.create, { body: module(code) }, admin)
  if (!data) throw new Error(msg)
  return { id: data.id, code }
}
const element = (moduleId: string, operation = 'ship') => ({
  moduleId,
  operation,
  name: '发货',
  kind: 'button' as const,
  risk: 'mid' as const,
})
const addElement = async (moduleId: string, operation = 'ship') => {
  const { data, msg } = await app.call(elementsContract.create, { body: element(moduleId, operation) }, admin)
  if (!data) throw new Error(msg)
  return data.id
}
const api = (code: string, path = `/erp/${code}/{id}/v1`) => ({
  method: 'POST' as const,
  path,
  name: '发货',
  module: code,
  auth: 'perm' as const,
})
const addApi = async (code: string, path?: string) => {
  const { data, msg } = await app.call(apisContract.create, { body: api(code, path) }, admin)
  if (!data) throw new Error(msg)
  return data.id
}
const bind = async (id: string, ...apiIds: string[]) =>
  (await confirmed(elementsContract.bind, { params: { id }, body: { apiIds } })).done
const read = async <E extends Endpoint>(endpoint: E, id: string) =>
  app.call(endpoint, unchecked({ params: { id } }), admin)
const withCode = async (table: string, code: string) =>
  String((await app.sql(`select id from ${table} where ${table === 'apis' ? 'key' : 'code'} = $1`, [code]))[0]?.id)

type Shown = { impact: unknown; confirmToken: string }
const confirmed = <E extends Endpoint>(endpoint: E, request: RequestOf<E>) =>
  callAndConfirm(app, endpoint, request, admin)

describe('a module', () => {
  it('is added, relabelled and deleted', async () => {
    const { id, code } = await addModule()
    expect((await read(modulesContract.get, id)).data).toMatchObject({
      code,
      origin: 'custom',
      state: 'active',
      elems: 0,
    })
    const { code: _, ...labels } = module()
    const renamed = { params: { id }, body: { ...labels, name: '订单', app: 'open' as const, version: 1 } }
    expect((await app.call(modulesContract.update, renamed, admin)).code).toBe(0)
    expect(await app.call(modulesContract.update, renamed, admin)).toMatchObject({
      code: 409,
      data: { current: { name: '订单', version: 2 } },
    })
    expect((await app.call(modulesContract.remove, { params: { id } }, admin)).code).toBe(0)
    expect((await read(modulesContract.get, id)).code).toBe(404)
  })
  it('is listed after the product’s own, whatever its sort number', async () => {
    const code = fresh()
    await app.call(modulesContract.create, { body: { ...module(code), sort: 0 } }, admin)
    const { data } = await app.call(modulesContract.list, { query: { size: 100 } }, admin)
    const origins = data?.map(({ origin }) => origin) ?? []
    expect([origins[0], origins.lastIndexOf('code') < origins.indexOf('custom')]).toEqual(['code', true])
  })
  it('has a unique code', async () => {
    const { code } = await addModule()
    expect(await app.call(modulesContract.create, { body: module(code) }, admin)).toMatchObject({
      code: 2205,
      errors: [{ field: 'code' }],
    })
    const bad = await app.call(modulesContract.create, { body: module('Erp-1') }, admin)
    expect(bad).toMatchObject({ code: 400, errors: [{ field: 'code', msg: '以小写字母开头，只能含字母和数字' }] })
  })
  it('is not deleted while it contains something', async () => {
    const { id, code } = await addModule()
    const inside = await addElement(id)
    expect((await app.call(modulesContract.remove, { params: { id } }, admin)).code).toBe(2210)
    await confirmed(elementsContract.remove, { params: { id: inside } })
    const path = await addApi(code)
    expect((await app.call(modulesContract.remove, { params: { id } }, admin)).code).toBe(2210)
    await confirmed(apisContract.remove, { params: { id: path } })
    expect((await app.call(modulesContract.remove, { params: { id } }, admin)).code).toBe(0)
  })
})

describe('an element', () => {
  it('has a code of module and operation, which stays wherever it is grouped', async () => {
    const [first, second] = [await addModule(), await addModule()]
    const id = await addElement(first.id)
    expect((await read(elementsContract.get, id)).data).toMatchObject({
      code: `${first.code}:ship`,
      moduleId: first.id,
      apis: 0,
      roles: 0,
    })
    const { operation: _, ...labels } = element(second.id)
    const body = { ...labels, name: '出库', kind: 'page' as const, version: 1 }
    expect((await app.call(elementsContract.update, { params: { id }, body }, admin)).code).toBe(0)
    expect((await read(elementsContract.get, id)).data).toMatchObject({
      code: `${first.code}:ship`,
      moduleId: second.id,
      name: '出库',
      kind: 'page',
    })
  })
  it('is unique, in an existing module', async () => {
    const { id } = await addModule()
    await addElement(id)
    const duplicate = await app.call(elementsContract.create, { body: element(id) }, admin)
    expect(duplicate).toMatchObject({ code: 2206, errors: [{ field: 'operation' }] })
    const nowhere = await app.call(elementsContract.create, { body: element(randomUUID()) }, admin)
    expect(nowhere).toMatchObject({ code: 2211, errors: [{ field: 'moduleId' }] })
  })
  it('shows the affected holders before it is deleted, and is removed from every role of every company', async () => {
    const { id: moduleId, code } = await addModule()
    const id = await addElement(moduleId)
    const [alone, shared] = [await addApi(code, '/erp/alone/v1'), await addApi(code, '/erp/shared/v1')]
    await bind(id, alone, shared)
    await bind(await addElement(moduleId, 'see'), shared)
    const permissions = [`${code}:ship`, 'sysBases:list']
    const [here, there] = [await readPlatformCompany(app), await buildCompany(app, fresh())]
    const mine = await buildUser(app, { companyId: here, permissions })
    const theirs = await buildUser(app, { companyId: there, permissions })
    await app.sql('insert into user_roles (company_id, user_id, role_id, expires_at) values ($1, $2, $3, now())', [
      there,
      (await buildUser(app, { companyId: there })).id,
      theirs.roleId,
    ])
    expect((await read(elementsContract.get, id)).data).toMatchObject({ roles: 2, apis: 2 })
    const roles = await app.call(elementsContract.roles, { params: { id }, query: {} }, admin)
    expect([roles.data, roles.total]).toEqual([[{ id: mine.roleId, name: mine.roleName, users: 1 }], 1])

    const customer = await app.signIn(theirs)
    const { impact, done } = await confirmed(elementsContract.remove, { params: { id } })
    expect(impact).toEqual({ companies: 2, roles: 2, people: 2, apis: 2, unbound: ['POST /erp/alone/v1'] })
    expect(done.code).toBe(0)
    expect(await app.sql('select role_id from role_elements where element = $1', [`${code}:ship`])).toEqual([])
    expect((await read(apisContract.get, alone)).data).toMatchObject({ elems: [], unbound: true })
    expect((await read(apisContract.get, shared)).data).toMatchObject({ elems: [`${code}:see`], unbound: false })
    // Calls it does not open are unaffected.
    expect((await app.call(baseParametersContract.list, { query: {} }, customer)).status).toBe(200)
  })
  it('is deleted only if the shown impact is current', async () => {
    const { id: moduleId, code } = await addModule()
    const id = await addElement(moduleId)
    const shown = dataAs<Shown>(await app.call(elementsContract.remove, { params: { id } }, admin))
    await buildUser(app, { companyId: await buildCompany(app, fresh()), permissions: [`${code}:ship`] })
    const late = await app.call(elementsContract.remove, { params: { id } }, admin, { 'x-confirm': shown.confirmToken })
    expect(late).toMatchObject({ code: 111, data: { impact: { companies: 1, roles: 1, people: 1 } } })
    expect((await read(elementsContract.get, id)).code).toBe(0)
  })
  it('is found by its kind, its state, and whether it opens anything', async () => {
    const { id: moduleId, code } = await addModule()
    const bound = await addElement(moduleId, 'open')
    await addElement(moduleId, 'idle')
    const path = await addApi(code)
    await bind(bound, path)
    const found = async (query: object) => {
      const { data } = await app.call(elementsContract.list, { query: { moduleId, ...query } }, admin)
      return data?.map((row) => row.code)
    }
    expect(await found({ 'f.unbound': 'true' })).toEqual([`${code}:idle`])
    expect(await found({ 'f.unbound': 'false' })).toEqual([`${code}:open`])
    expect(await found({ 'f.kind': 'page' })).toEqual([])
    expect(await found({ 'f.module': 'sysBases' })).toEqual([])
    expect(await found({ 'f.module': code, 'f.api': path })).toEqual([`${code}:open`])
    expect(await found({ 'f.state': 'active', search: 'IDLE' })).toEqual([`${code}:idle`])
  })
})

describe('binding', () => {
  it('shows the users who gain the call, in all companies, and needs no confirmation if there are none', async () => {
    const { id: moduleId, code } = await addModule()
    const [ship, see] = [await addElement(moduleId), await addElement(moduleId, 'see')]
    const [fresh1, shared] = [await addApi(code, `/${code}/fresh/v1`), await addApi(code, `/${code}/shared/v1`)]
    const ask = (apiIds: string[], confirmToken = '') =>
      app.call(elementsContract.bind, { params: { id: ship }, body: { apiIds } }, admin, { 'x-confirm': confirmToken })
    const holding = async (companyId: string, ...operations: string[]) =>
      buildUser(app, { companyId, permissions: operations.map((operation) => `${code}:${operation}`) })
    await bind(see, shared)
    const [here, there] = [await buildCompany(app, fresh()), await buildCompany(app, fresh())]
    await holding(here, 'ship')
    await holding(there, 'ship')
    await holding(there, 'ship', 'see')
    expect(dataAs<Shown>(await ask([shared])).impact).toEqual({
      companies: 2,
      roles: 2,
      people: 2,
      opened: [],
    })
    const both = await ask([fresh1, shared])
    const { impact, confirmToken } = dataAs<Shown>(both)
    expect([both.code, impact]).toEqual([
      111,
      { companies: 2, roles: 3, people: 3, opened: [`POST /${code}/fresh/v1`] },
    ])
    expect((await read(elementsContract.get, ship)).data).toMatchObject({ apis: 0 })
    expect((await ask([shared, fresh1], confirmToken)).code).toBe(111)
    expect((await ask([fresh1, shared], confirmToken)).code).toBe(0)
    expect((await read(elementsContract.get, ship)).data).toMatchObject({ apis: 2 })
    // An API it already opens adds no gain.
    expect((await ask([fresh1])).code).toBe(0)
    const unheldElement = await addElement(moduleId, 'new')
    const request = { params: { id: unheldElement }, body: { apiIds: [fresh1] } }
    expect((await app.call(elementsContract.bind, request, admin)).code).toBe(0)
  })
})

describe('unbinding', () => {
  type Who = Awaited<ReturnType<typeof buildUser>>
  const give = (to: Who, { companyId, roleId }: Who) =>
    app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [companyId, to.id, roleId])
  const stage = async () => {
    const { id: moduleId, code } = await addModule()
    const [ship, see] = [await addElement(moduleId), await addElement(moduleId, 'see')]
    const [alone, shared] = [await addApi(code, `/${code}/alone/v1`), await addApi(code, `/${code}/shared/v1`)]
    await bind(ship, alone, shared)
    await bind(see, shared)
    const holding = async (companyId: string, ...operations: string[]) =>
      buildUser(app, { companyId, permissions: operations.map((operation) => `${code}:${operation}`) })
    const company = () => buildCompany(app, fresh())
    return { code, ship, alone, shared, holding, company }
  }
  const asked = async (id: string, apiIds: string[]) => {
    const { data } = await app.call(elementsContract.unbindMany, { params: { id }, body: { apiIds } }, admin)
    return dataAs<Shown>({ data }).impact
  }

  it('shows users who can make the call by this element alone, in all companies', async () => {
    const { code, ship, alone, shared, holding, company } = await stage()
    const [here, there] = [await company(), await company()]
    const loser = await holding(here, 'ship')
    await holding(there, 'ship')
    await holding(here, 'ship', 'see')
    const byTwoRoles = await holding(here, 'ship')
    await give(byTwoRoles, await holding(here, 'see'))
    expect(await asked(ship, [shared])).toEqual({ companies: 2, roles: 3, people: 2, unbound: [] })
    // The other opening element does not help with the API it does not open.
    expect(await asked(ship, [alone, shared])).toEqual({
      companies: 2,
      roles: 4,
      people: 4,
      unbound: [`POST /${code}/alone/v1`],
    })
    await app.sql('update roles set everything = true where id = $1', [loser.roleId])
    expect(await asked(ship, [shared])).toMatchObject({ companies: 2, roles: 2, people: 1 })
  })
  it('counts holders by inheritance, but not those with inactive roles, expired assignments or deleted accounts', async () => {
    const { ship, shared, holding, company } = await stage()
    const companyId = await company()
    const [parent, heir, over] = [await holding(companyId, 'ship'), await holding(companyId), await holding(companyId)]
    await app.sql('update roles set parent_id = $1 where id = $2', [parent.roleId, heir.roleId])
    await give(over, parent)
    await app.sql('update user_roles set expires_at = now() where user_id = $1 and role_id = $2', [
      over.id,
      parent.roleId,
    ])
    expect(await asked(ship, [shared])).toMatchObject({ companies: 1, roles: 2, people: 2 })
    await app.sql('update users set deleted_at = now() where id = $1', [parent.id])
    expect(await asked(ship, [shared])).toMatchObject({ roles: 2, people: 1 })
    const removal = await app.call(elementsContract.remove, { params: { id: ship } }, admin)
    expect(removal.data).toMatchObject({ impact: { roles: 1, people: 1 } })
    await app.sql('update roles set status = 0 where id = $1', [parent.roleId])
    expect(await asked(ship, [shared])).toMatchObject({ companies: 0, roles: 0, people: 0 })
  })
  it('requires the shown impact to be current, for all of several or none', async () => {
    const { ship, alone, shared, holding, company } = await stage()
    const request = { params: { id: ship }, body: { apiIds: [alone, shared] } }
    const first = dataAs<Shown>(await app.call(elementsContract.unbindMany, request, admin))
    await holding(await company(), 'ship')
    const late = await app.call(elementsContract.unbindMany, request, admin, { 'x-confirm': first.confirmToken })
    expect(late).toMatchObject({ code: 111, data: { impact: { people: 1 } } })
    expect((await confirmed(elementsContract.unbindMany, request)).done.code).toBe(0)
    expect((await read(elementsContract.get, ship)).data).toMatchObject({ apis: 0 })
    await bind(ship, alone)
    expect((await app.call(elementsContract.unbindMany, request, admin)).code).toBe(2204)
    expect((await read(elementsContract.get, ship)).data).toMatchObject({ apis: 1 })
  })
  it('reveals nothing to another company', async () => {
    const { ship, shared, company } = await stage()
    const stranger = await buildUser(app, { companyId: await company(), permissions: ['sysElems:apis'] })
    const request = { params: { id: ship, apiId: shared } }
    const answer = await app.call(elementsContract.unbind, request, await app.signIn(stranger))
    expect(answer.code).toBe(2202)
  })
})

describe('an API', () => {
  it('is added, relabelled, deprecated and deleted, each time with its impact', async () => {
    const [{ id: moduleId, code }, other] = [await addModule(), await addModule()]
    const id = await addApi(code)
    const labels = { name: '出库', module: other.code, auth: 'perm' as const }
    const change = (version: number, more: object) =>
      app.call(
        apisContract.update,
        {
          params: { id },
          body: { ...labels, deprecated: false, rate: null, mfa: false, audit: 'none', version, ...more },
        },
        admin,
      )
    expect((await change(1, { deprecated: true })).code).toBe(0)
    expect((await read(apisContract.get, id)).data).toMatchObject({
      module: other.code,
      state: 'deprecated',
      unbound: true,
    })
    expect(await change(1, {})).toMatchObject({ code: 409, data: { current: { deprecated: true, version: 2 } } })
    expect((await change(2, {})).code).toBe(0)
    expect((await read(apisContract.get, id)).data?.state).toBe('active')
    expect(await change(3, { module: 'noSuch' })).toMatchObject({ code: 2211, errors: [{ field: 'module' }] })

    const opener = await addElement(moduleId)
    await bind(opener, id)
    await buildUser(app, { companyId: await buildCompany(app, fresh()), permissions: [`${code}:ship`] })
    expect(await change(3, { auth: 'login' })).toMatchObject({ code: 2212, errors: [{ field: 'auth' }] })
    const { impact, done } = await confirmed(apisContract.remove, { params: { id } })
    expect(impact).toEqual({ elems: [`${code}:ship`], companies: 1, roles: 1, people: 1 })
    expect(done.code).toBe(0)
    expect((await read(elementsContract.get, opener)).data?.apis).toBe(0)
  })
  it('has a unique address', async () => {
    const { code } = await addModule()
    await addApi(code, '/erp/one/v1')
    const add = (path: string) => app.call(apisContract.create, { body: api(code, path) }, admin)
    expect(await add('/erp/one/v1')).toMatchObject({ code: 2207, errors: [{ field: 'path' }] })
    for (const path of ['erp', '/erp//one', '/erp/{}', '/erp/a b', '/erp/:id'])
      expect(await add(path)).toMatchObject({ code: 400, errors: [{ field: 'path' }] })
    const body = { ...api('sysBases', '/api/sys/bases/v1'), method: 'GET' as const }
    expect((await app.call(apisContract.create, { body }, admin)).code).toBe(2207)
  })
})

describe('declared entries', () => {
  it('accept new labels and nothing else', async () => {
    const id = await withCode('modules', 'sysBases')
    const labels = { name: '参数', app: 'console' as const, sort: 1, desc: '平台的设置', version: 1 }
    expect((await app.call(modulesContract.update, { params: { id }, body: labels }, admin)).code).toBe(0)
    const moved = { ...labels, app: 'open' as const, version: 2 }
    expect(await app.call(modulesContract.update, { params: { id }, body: moved }, admin)).toMatchObject({
      code: 2209,
      errors: [{ field: 'app', msg: '由产品代码设定，不能修改' }],
    })
    const { operation: _, ...elementLabels } = element(await withCode('modules', 'sysLogs'))
    const edit = { params: { id: await withCode('elements', 'sysBases:list') } }
    const update = (body: object) =>
      app.call(elementsContract.update, { ...edit, body: { ...elementLabels, version: 1, ...body } }, admin)
    expect((await update({ kind: 'page' })).code).toBe(2209)
    expect((await update({ risk: 'high' })).code).toBe(0)
    const opened = {
      name: '参数列表',
      module: 'sysBases',
      auth: 'public' as const,
      deprecated: false,
      rate: null,
      mfa: false,
      audit: 'none' as const,
      version: 1,
    }
    const list = { params: { id: await withCode('apis', 'sysBases.list') }, body: opened }
    expect((await app.call(apisContract.update, list, admin)).code).toBe(2209)
  })
  it('cannot be deleted', async () => {
    const remove = (endpoint: Endpoint, id: string) => app.call(endpoint, unchecked({ params: { id } }), admin)
    expect((await remove(modulesContract.remove, await withCode('modules', 'sysBases'))).code).toBe(2208)
    expect((await remove(elementsContract.remove, await withCode('elements', 'sysBases:list'))).code).toBe(2208)
    expect(await remove(apisContract.remove, await withCode('apis', 'sysBases.list'))).toMatchObject({
      code: 2208,
      msg: '内置内容不能删除，仅可修改名称、排序和描述',
    })
  })
  it('can be deleted once no longer declared', async () => {
    await app.sql(
      `insert into apis (id, key, method, path, name, module, auth, origin, state)
       values (gen_random_uuid(), 'old.gone', 'GET', '/api/sys/gone/v1', '旧', 'sysBases', 'perm', 'code', 'missing')`,
    )
    const { done } = await confirmed(apisContract.remove, { params: { id: await withCode('apis', 'old.gone') } })
    expect(done.code).toBe(0)
  })
})

describe('acknowledging changes', () => {
  it('shows them first, then marks new and changed ones as known; missing ones stay flagged', async () => {
    await app.sql(`update apis set state = 'new' where key = 'sysBases.get'`)
    await app.sql(`update apis set state = 'missing' where key = 'sysBases.revert'`)
    await app.sql(`update elements set state = 'changed' where code = 'sysBases:add'`)
    await app.sql(`update modules set state = 'new' where code = 'sysLogs'`)
    const preview = await app.server.inject({
      method: 'POST',
      url: '/api/sys/apis/sync/v1?dryRun=1',
      headers: { token: admin },
    })
    expect(preview.json()).toMatchObject({
      code: 111,
      data: {
        impact: {
          added: [
            { kind: 'module', code: 'sysLogs' },
            { kind: 'api', code: 'GET /api/sys/bases/{id}/v1' },
          ],
          changed: [{ kind: 'element', code: 'sysBases:add', name: '新增' }],
          missing: [{ kind: 'api', code: 'PUT /api/sys/bases/{id}/revert/v1' }],
        },
      },
    })
    const { done } = await confirmed(apisContract.sync, {})
    expect(done.code).toBe(0)
    const flagged = await app.sql(
      `select key from apis where state <> 'active' union all select code from elements where state <> 'active'
       union all select code from modules where state <> 'active'`,
    )
    expect(flagged).toEqual([{ key: 'sysBases.revert' }])
    const [auditRow] = await app.sql(`select ok, after from audit_log where event = 'apis.synced'`)
    expect(auditRow).toMatchObject({ ok: true, after: { changed: [{ code: 'sysBases:add' }] } })
    await app.sql(`update apis set state = 'active' where key = 'sysBases.revert'`)
  })
})

describe('access', () => {
  const rights = [
    ...['list', 'add', 'edit', 'delete'].flatMap((operation) =>
      ['sysModules', 'sysElems', 'sysApis'].map((each) => `${each}:${operation}`),
    ),
    'sysElems:apis',
    'sysApis:sync',
  ]
  const id = randomUUID()
  const attempts: [Endpoint, object][] = [
    [modulesContract.get, { params: { id } }],
    [modulesContract.create, { body: module('stranger') }],
    [modulesContract.update, { params: { id }, body: { name: '名', app: 'console', version: 1 } }],
    [modulesContract.remove, { params: { id } }],
    [elementsContract.get, { params: { id } }],
    [elementsContract.roles, { params: { id }, query: {} }],
    [elementsContract.create, { body: element(id) }],
    [elementsContract.update, { params: { id }, body: { ...element(id), version: 1 } }],
    [elementsContract.remove, { params: { id } }],
    [apisContract.get, { params: { id } }],
    [apisContract.create, { body: api('sysBases') }],
    [
      apisContract.update,
      {
        params: { id },
        body: {
          name: '名',
          module: 'sysBases',
          auth: 'perm',
          deprecated: false,
          rate: null,
          mfa: false,
          audit: 'none',
          version: 1,
        },
      },
    ],
    [apisContract.remove, { params: { id } }],
    [apisContract.sync, {}],
  ]
  it('is refused without the right', async () => {
    const token = await app.signIn(await buildUser(app, { companyId: await readPlatformCompany(app) }))
    for (const [endpoint, request] of attempts)
      expect(await app.call(endpoint, unchecked(request), token)).toMatchObject({ status: 403, code: 403 })
  })
  it('is refused to other companies, whatever their rights; the database enforces it too', async () => {
    const companyId = await buildCompany(app, fresh())
    const token = await app.signIn(await buildUser(app, { companyId, permissions: rights }))
    for (const [endpoint, request] of attempts)
      expect((await app.call(endpoint, unchecked(request), token)).code).toBe(2202)
    const updatedRows = app.database.transact({ reach: 'company', companyId }, async (db) => [
      (await db.updateTable('apis').set({ name: '被改' }).executeTakeFirstOrThrow()).numUpdatedRows,
      (await db.deleteFrom('elements').executeTakeFirstOrThrow()).numDeletedRows,
    ])
    expect(await updatedRows).toEqual([0n, 0n])
  })
  it('is granted to users of the platform company with the right', async () => {
    const platformAdmin = await buildUser(app, { companyId: await readPlatformCompany(app), permissions: rights })
    const token = await app.signIn(platformAdmin)
    const { data } = await app.call(modulesContract.create, { body: module() }, token)
    const made = await app.call(elementsContract.create, { body: element(data?.id ?? '') }, token)
    const gone = await app.call(elementsContract.remove, { params: { id: made.data?.id ?? '' } }, token)
    expect(gone).toMatchObject({ code: 111, data: { impact: { roles: 0, people: 0, apis: 0, unbound: [] } } })
  })
})

it('an API that no element opens is denied to all but root, and listed; the serving node needs no notification', async () => {
  const [list, opener] = [await withCode('apis', 'sysBases.list'), await withCode('elements', 'sysBases:list')]
  const companyId = await buildCompany(app, fresh())
  const reader = await app.signIn(await buildUser(app, { companyId, permissions: ['sysBases:list'] }))
  const status = async (token: string) => (await app.call(baseParametersContract.list, { query: {} }, token)).status
  const listed = async () =>
    (await app.call(apisContract.list, { query: { 'f.unbound': 'true', 'f.module': 'sysBases' } }, admin)).data
  expect(await status(reader)).toBe(200)
  await confirmed(elementsContract.unbind, { params: { id: opener, apiId: list } })
  await expect.poll(() => status(reader)).toBe(403)
  expect(await status(admin)).toBe(200)
  expect(await listed()).toMatchObject([{ key: 'sysBases.list', unbound: true }])
  await bind(opener, list)
  await expect.poll(() => status(reader)).toBe(200)
  expect(await listed()).toEqual([])
})

it('every write is audited', async () => {
  const rows = await app.sql(
    `select distinct event from audit_log where ok and event ~ '^(module|element|api)s?\\.' order by event`,
  )
  expect(rows.map(({ event }) => event)).toEqual([
    'api.created',
    'api.removed',
    'api.updated',
    'apis.synced',
    'element.apiBound',
    'element.apiRemoved',
    'element.apisRemoved',
    'element.created',
    'element.removed',
    'element.updated',
    'module.created',
    'module.removed',
    'module.updated',
  ])
})
