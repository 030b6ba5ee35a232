import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../test/harness.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

/** Undeclared registry rows to change and delete. */
const fillRegistry = async (app: TestApp, count: number) => {
  await app.sql(`insert into modules (id, code, name, origin) values (gen_random_uuid(), 'pool', '池', 'custom')`)
  const fill = async (text: string) => {
    const ids = (await app.sql(text, [count])).map(({ id }) => String(id))
    return (n: number) => ids[n % ids.length] ?? randomUUID()
  }
  return {
    module: await fill(
      `insert into modules (id, code, name, origin)
       select gen_random_uuid(), 'pool' || at, '池', 'custom' from generate_series(1, $1) at returning id`,
    ),
    element: await fill(
      `insert into elements (id, code, module, operation, name, origin)
       select gen_random_uuid(), 'pool:o' || at, 'pool', 'o' || at, '池', 'custom' from generate_series(1, $1) at returning id`,
    ),
    api: await fill(
      `insert into apis (id, method, path, name, module, auth, origin)
       select gen_random_uuid(), 'GET', '/pool/' || at, '池', 'pool', 'perm', 'custom' from generate_series(1, $1) at returning id`,
    ),
    moduleId: String((await app.sql(`select id from modules where code = 'pool'`))[0]?.id),
  }
}

const moduleLabels = { name: '名', app: 'console' }
const elementLabels = (moduleId: string) => ({ moduleId, name: '名', kind: 'button', risk: 'low' })

export const samples: MakeSamples = async ({ app, operator }) => {
  const registry = await fillRegistry(app, 50)
  return {
    'sysModules.list': () => ({ query: {}, token: operator }),
    'sysModules.get': (n) => ({ params: { id: registry.module(n) }, token: operator }),
    'sysModules.apis': (n) => ({ params: { id: registry.module(n) }, query: {}, token: operator }),
    'sysModules.create': () => ({ body: { code: `m${randomUUID().slice(-12)}`, ...moduleLabels }, token: operator }),
    'sysModules.update': (n) => ({
      params: { id: registry.module(n) },
      body: { ...moduleLabels, version: 1 },
      token: operator,
    }),
    'sysModules.remove': () => ({ params: { id: randomUUID() }, token: operator }),
    'sysElems.list': () => ({ query: { moduleId: registry.moduleId }, token: operator }),
    'sysElems.get': (n) => ({ params: { id: registry.element(n) }, token: operator }),
    'sysElems.roles': (n) => ({ params: { id: registry.element(n) }, query: {}, token: operator }),
    'sysElems.apis': (n) => ({ params: { id: registry.element(n) }, query: {}, token: operator }),
    'sysElems.candidates': (n) => ({ params: { id: registry.element(n) }, query: {}, token: operator }),
    'sysElems.create': () => ({
      body: { operation: `o${randomUUID().slice(-12)}`, ...elementLabels(registry.moduleId) },
      token: operator,
    }),
    'sysElems.update': (n) => ({
      params: { id: registry.element(n) },
      body: { ...elementLabels(registry.moduleId), version: 1 },
      token: operator,
    }),
    'sysElems.remove': (n) => ({ params: { id: registry.element(n) }, token: operator }),
    'sysElems.bind': (n) => ({
      params: { id: registry.element(n) },
      body: { apiIds: [registry.api(n)] },
      token: operator,
    }),
    'sysElems.unbindMany': (n) => ({
      params: { id: registry.element(n) },
      body: { apiIds: [registry.api(n)] },
      token: operator,
    }),
    'sysElems.unbind': (n) => ({ params: { id: registry.element(n), apiId: registry.api(n) }, token: operator }),
    'sysApis.list': () => ({ query: {}, token: operator }),
    'sysApis.get': (n) => ({ params: { id: registry.api(n) }, token: operator }),
    'sysApis.create': () => ({
      body: { method: 'GET', path: `/made/${randomUUID()}`, auth: 'perm', name: '名', module: 'pool' },
      token: operator,
    }),
    'sysApis.update': (n) => ({
      params: { id: registry.api(n) },
      body: {
        name: '名',
        module: 'pool',
        auth: 'perm',
        deprecated: false,
        rate: null,
        mfa: false,
        audit: 'none',
        version: 1,
      },
      token: operator,
    }),
    'sysApis.remove': (n) => ({ params: { id: registry.api(n) }, token: operator }),
    'sysApis.changeMode': (n) => ({
      params: { id: registry.api(n) },
      body: { mode: 'enforce', version: 1 },
      token: operator,
    }),
    'sysApis.observation': (n) => ({ params: { id: registry.api(n) }, token: operator }),
    'sysApis.sync': () => ({ token: operator }),
  }
}
