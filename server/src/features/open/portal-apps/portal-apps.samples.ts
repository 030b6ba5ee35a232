import { randomUUID } from 'node:crypto'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

const by = JSON.stringify({ id: '', name: '池' })

export const samples: MakeSamples = async ({ app, writers, writer }) => {
  const id = randomUUID()
  await app.sql(
    `insert into open_apps (company_id, id, app_key, name, kind, created_by, updated_by)
     values ($1, $2, 'ak_portal', '门户应用', 'web', $3, $3)`,
    [writers, id, by],
  )
  await app.sql(
    `insert into open_app_portals (company_id, app_id, audience, address, updated_by) values ($1, $2, 'company', 'https://oa.example.cn', $3)`,
    [writers, id, by],
  )
  const settings = {
    audience: 'company',
    targetIds: [],
    category: '办公',
    address: 'https://oa.example.cn/home',
    openMode: 'blank',
    sso: true,
    scopes: ['phone'],
    requestable: true,
    approverIds: [],
    version: 1,
  }
  const absent = () => randomUUID()
  return {
    'frontApps.request': () => ({ params: { id: absent() }, body: { reason: '报销', until: null }, token: writer }),
    'frontApps.ownAppRequests': () => ({ query: { 'f.state': 'open' }, token: writer }),
    'frontApps.withdrawRequest': () => ({ params: { id: absent() }, token: writer }),
    'frontApps.approvals': () => ({ query: { search: '报销' }, token: writer }),
    'frontApps.approveRequest': () => ({
      params: { id: absent() },
      body: { reason: '', until: null, version: 1 },
      token: writer,
    }),
    'frontApps.rejectRequest': () => ({
      params: { id: absent() },
      body: { reason: '无需', version: 1 },
      token: writer,
    }),
    'openApps.appRequests': () => ({ params: { id }, query: {}, token: writer }),
    'openApps.revokeRequest': () => ({
      params: { id, requestId: absent() },
      body: { reason: '离职', version: 1 },
      token: writer,
    }),
    'frontApps.apps': () => ({ query: { search: '门户', category: '' }, token: writer }),
    'frontApps.favorite': () => ({ body: { kind: 'app', id, on: true, sort: 0 }, token: writer }),
    'frontApps.consent': () => ({ body: { appId: id, on: true, scopes: [] }, token: writer }),
    'frontApps.login': () => ({ body: { appId: id }, token: writer }),
    'openApps.portal': () => ({ params: { id }, token: writer }),
    'openApps.updatePortal': () => ({ params: { id }, body: settings, token: writer }),
    'openApps.portalTargets': () => ({ params: { id }, query: { audience: 'roles', keyword: '角' }, token: writer }),
  }
}
