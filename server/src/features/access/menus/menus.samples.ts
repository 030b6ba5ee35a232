import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../test/harness.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

/** Menus to change; few, because each change reads all of them. */
const fillMenus = async (app: TestApp) => {
  const ids = Array.from({ length: 20 }, () => randomUUID())
  await app.sql(
    `insert into menus (id, code, name, sort, metadata)
   select id, 'pool.' || at, '池', 1000, jsonb_build_object('path', 'pool' || at, 'component', 'sample/welcome')
   from unnest($1::uuid[]) with ordinality as pool (id, at)`,
    [ids],
  )
  return (n: number) => ids[n % ids.length] ?? randomUUID()
}

const link = {
  name: '链接',
  parent: null,
  kind: 'link',
  sort: 1,
  status: 1,
  metadata: '{"external":"https://example.com/"}',
}

export const samples: MakeSamples = async ({ app, operator }) => {
  const nextMenu = await fillMenus(app)
  return {
    // A leaf without an address, so that menus do not conflict.
    'sysMenus.create': () => ({ body: link, token: operator }),
    'sysMenus.update': (n) => ({ params: { id: nextMenu(n) }, body: { ...link, version: 1 }, token: operator }),
    'sysMenus.remove': () => ({ params: { id: randomUUID() }, token: operator }),
    'sysMenus.list': () => ({ query: {}, token: operator }),
    'sysMenus.options': () => ({ params: { id: '0' }, query: { keyword: '名' }, token: operator }),
    'sysMenus.get': (n) => ({ params: { id: nextMenu(n) }, token: operator }),
    'sysMenus.sort': (n) => ({ body: { moves: [{ id: nextMenu(n), parent: null, sort: 1 }] }, token: operator }),
  }
}
