import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../test/harness.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

const by = JSON.stringify({ id: '', name: '池' })

const oidcSettings = {
  redirectUris: ['https://wms.example.cn/callback'],
  logoutUris: ['https://wms.example.cn/bye'],
  backchannelLogoutUri: 'https://wms.example.cn/logout',
  grants: ['authorization_code'],
  scopes: ['openid'],
  pkce: true,
  secretBy: 'basic',
  accessTtl: 3600,
  refreshTtl: 86_400,
  version: 0,
}
const scimSamples = (shared: string, next: () => string, token: string) => ({
  'openApps.scim': () => ({ params: { id: shared }, token }),
  'openApps.updateScim': () => ({ params: { id: next() }, body: { enabled: true, version: 1 }, token }),
  'openApps.addScimToken': () => ({ params: { id: next() }, body: { overlapHours: 24 }, token }),
  'openApps.revokeScimToken': () => {
    const id = next()
    return { params: { id, sid: id }, token }
  },
})

/** Plants two open APIs, one to be granted and one that is. */
const plantApis = async (app: Pick<TestApp, 'sql'>) => {
  const ids: [string, string] = [randomUUID(), randomUUID()]
  await app.sql(
    `insert into open_apis (id, code, name, category, method, path, shape, api_version, kind, target, audience, status, created_by, updated_by)
     select id::uuid, 'for-apps-' || id, '池', '池', 'GET', '/open/v1/' || id, '/open/v1/' || id, '1.0', 'target',
       'https://erp.example.cn/', 'all', 'online', $2::jsonb, $2::jsonb from unnest($1::text[]) as id`,
    [ids, by],
  )
  return ids
}

export const samples: MakeSamples = async ({ app, writers, writer, roleAdmin, poolSize }) => {
  const ids = Array.from({ length: poolSize }, () => randomUUID())
  const [owner] = await app.sql('select id from users where company_id = $1 limit 1', [writers])
  // Secrets and tokens are judged by who has made them.
  const maker = JSON.stringify({ id: owner?.id, name: '负责人' })
  await app.sql(
    `insert into open_apps (company_id, id, app_key, name, kind, owner_id, created_by, updated_by)
     select $1, id, 'ak_pool' || at, '池' || at, 'server', $3, $4, $4 from unnest($2::uuid[]) with ordinality as pool (id, at)`,
    [writers, ids, owner?.id, by],
  )
  await app.sql(
    `insert into open_app_secrets (company_id, id, app_id, sealed, hint, created_by)
     select $1, id, id, '', 'pool', $3 from unnest($2::uuid[]) as id`,
    [writers, ids, maker],
  )
  const [api, held] = await plantApis(app)
  await app.sql(
    'insert into open_app_apis (company_id, app_id, api_id, created_by) select $1, id, $3, $4 from unnest($2::uuid[]) as id',
    [writers, ids, held, by],
  )
  await app.sql(
    `insert into open_app_scim_tokens (company_id, id, app_id, digest, hint, created_by)
     select $1, id, id, decode(replace(id::text, '-', ''), 'hex'), 'pool', $3 from unnest($2::uuid[]) as id`,
    [writers, ids, maker],
  )
  const [shared = '', ...free] = ids
  const next = () => free.pop() ?? randomUUID()
  const body = () => ({
    name: `应用${randomUUID().slice(0, 20)}`,
    kind: 'server',
    home: 'https://wms.example.cn',
    desc: '描述',
    contact: '冯志强',
    networks: ['203.0.113.0/24'],
    rate: { perMinute: 60, perDay: 1000 },
  })
  const grant = { rate: { perMinute: 60, perDay: null }, reason: '试用' }
  return {
    'openApps.list': () => ({ query: { search: '池1' }, token: writer }),
    'openApps.get': () => ({ params: { id: shared }, token: writer }),
    // The other company has more than it may add.
    'openApps.create': () => ({ body: body(), token: roleAdmin }),
    'openApps.update': () => ({ params: { id: next() }, body: { ...body(), version: 1 }, token: writer }),
    'openApps.remove': () => ({ params: { id: next() }, token: writer }),
    'openApps.lock': () => ({ params: { id: next() }, body: { reason: '异常调用' }, token: writer }),
    'openApps.unlock': () => ({ params: { id: next() }, token: writer }),
    'openApps.replaceLogo': () => ({ params: { id: next() }, token: writer }),
    'openApps.removeLogo': () => ({ params: { id: next() }, token: writer }),
    'openApps.secrets': () => ({ params: { id: shared }, token: writer }),
    'openApps.addSecret': () => ({ params: { id: next() }, body: { overlapHours: 24 }, token: writer }),
    'openApps.revokeSecret': () => {
      const id = next()
      return { params: { id, sid: id }, token: writer }
    },
    'openApps.oidc': () => ({ params: { id: shared }, token: writer }),
    'openApps.updateOidc': () => ({
      params: { id: next() },
      body: oidcSettings,
      token: writer,
    }),
    ...scimSamples(shared, next, writer),
    'openApps.apis': () => ({ params: { id: shared }, token: writer }),
    'openApps.candidates': () => ({ params: { id: shared }, query: {}, token: writer }),
    'openApps.grant': () => ({ params: { id: next() }, body: { apiIds: [api], ...grant }, token: writer }),
    'openApps.updateGrant': () => ({ params: { id: shared, apiId: held }, body: grant, token: writer }),
    'openApps.ungrant': () => ({ params: { id: next(), apiId: held }, token: writer }),
    'openApps.callsHistogram': () => ({ params: { id: shared }, query: {}, token: writer }),
    'openApps.calls': () => ({ params: { id: shared }, query: {}, token: writer }),
    'openApps.stat': () => ({ params: { id: shared }, query: { range: 'week' }, token: writer }),
    'openApps.usage': () => ({ params: { id: shared }, token: writer }),
    'openApps.companyStat': () => ({ query: { range: 'month' }, token: writer }),
    'openApps.call': () => ({ params: { id: shared, logId: shared }, token: writer }),
  }
}
