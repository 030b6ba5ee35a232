import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../test/harness.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

/**
 * Forwarding APIs in a state.
 * @returns the next one's id
 */
const fillApis = async (app: TestApp, status: string, count: number) => {
  const ids = Array.from({ length: count }, () => randomUUID())
  await app.sql(
    `insert into open_apis (id, code, name, category, method, path, shape, api_version, kind, target, audience, status, created_by, updated_by)
     select id, $2::text || at, '池', '池', 'GET', '/open/v1/' || $2 || at, '/open/v1/' || $2 || at, '1.0', 'target',
       'https://erp.example.cn/', 'all', $2, '{"id":"","name":"池"}', '{"id":"","name":"池"}'
     from unnest($1::uuid[]) with ordinality as pool (id, at)`,
    [ids, status],
  )
  return () => ids.pop() ?? randomUUID()
}

export const samples: MakeSamples = async ({ app, operator, poolSize }) => {
  const [nextDraft, nextOnline] = [await fillApis(app, 'draft', poolSize), await fillApis(app, 'online', poolSize)]
  const shared = nextDraft()
  const [posts] = await app.sql(`select id from apis where method = 'GET' and path = '/api/sys/posts/v1'`)
  const body = () => ({
    code: `c${randomUUID().slice(0, 20)}`,
    name: '查询库存',
    category: '仓储',
    method: 'GET',
    kind: 'target',
    path: `/open/v1/h-${randomUUID()}`,
    target: 'https://erp.example.cn/items',
    params: [{ in: 'query', name: 'warehouse', type: 'string', required: true, default: '', desc: '仓库' }],
  })
  const sunset = new Date(Date.now() + 86_400_000).toISOString()
  return {
    'openApis.list': () => ({ query: { search: '池' }, token: operator }),
    'openApis.get': () => ({ params: { id: shared }, token: operator }),
    'openApis.endpoints': () => ({ params: { id: '0' }, query: { keyword: '岗位' }, token: operator }),
    'openApis.apps': () => ({ params: { id: shared }, query: {}, token: operator }),
    'openApis.stat': () => ({ params: { id: shared }, query: { range: 'month' }, token: operator }),
    'openApis.create': () => ({ body: { ...body(), kind: 'own', apiId: posts?.id }, token: operator }),
    'openApis.update': () => ({ params: { id: nextDraft() }, body: { ...body(), version: 1 }, token: operator }),
    'openApis.remove': () => ({ params: { id: nextDraft() }, token: operator }),
    'openApis.issue': () => ({ params: { id: nextDraft() }, token: operator }),
    'openApis.deprecate': () => ({ params: { id: nextOnline() }, body: { sunset }, token: operator }),
    'openApis.revoke': () => ({ params: { id: nextOnline() }, token: operator }),
  }
}
