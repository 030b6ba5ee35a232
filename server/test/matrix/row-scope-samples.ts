import type { Sample } from '../hostile/sample.ts'
import { traces } from './row-scope-rows.ts'

type Samples = Readonly<Record<string, Omit<Sample, 'token'>[]>>

type Read = {
  outsider: string
  api: string
  observed: string
  mateRole: string
  near: string
  notice: string
  document: string
  bulks: readonly string[]
  openApp: string
  openApi: string
}
/** Reads that would show the outsider. */
const reads = ({
  outsider,
  api,
  observed,
  mateRole,
  near,
  notice,
  document,
  bulks,
  openApp,
  openApi,
}: Read): Samples => ({
  'frontUsers.pages': [{ query: {} }],
  'openApps.list': [{ query: {} }],
  'openApps.get': [{ params: { id: openApp } }],
  'openApps.portal': [{ params: { id: openApp } }],
  'openApps.appRequests': [{ params: { id: openApp }, query: {} }],
  'frontApps.approvals': [{ query: {} }],
  'openApps.previewClaims': [{ params: { id: openApp, userId: outsider } }],
  'openApis.apps': [{ params: { id: openApi }, query: {} }],
  'sysExplain.explain': [{ query: { userId: outsider, apiId: api } }, { query: { traceId: traces.denial } }],
  'sysLogs.timeline': [
    { params: { entity: 'user', id: outsider } },
    { params: { entity: 'role', id: mateRole } },
    { params: { entity: 'organization', id: near } },
  ],
  'sysNews.targets': [{ query: { scope: 'user', keyword: '越界人' } }],
  'sysNews.receipts': [{ params: { id: notice }, query: { search: '越界人' } }],
  'sysBulks.rows': bulks.map((id) => ({ params: { id } })),
  'sysLogs.operations': [{ query: { 'f.trace': traces.act } }],
  'sysLogs.exportOperations': [{ body: {} }],
  'sysLogs.exportSignIns': [{ body: {} }],
  'sysLogs.exportProof': [{ body: { 'f.trace': traces.act } }],
  'sysNews.exportReceipts': [{ params: { id: notice }, body: {} }],
  'sysReviews.ownItems': [{ query: {} }],
  'sysOrgs.list': [{ query: {} }],
  'sysOrgs.exportOrganizations': [{ body: {} }],
  'sysConsole.find': [{ query: { keyword: '越界人' } }],
  'sysDocs.readers': [{ params: { id: document, number: '1' } }],
  'sysDocs.downloads': [{ params: { id: document } }],
  'sysDocs.exportDownloads': [{ params: { id: document }, body: {} }],
  'sysDocs.access': [{ params: { id: document } }],
  'sysDocs.subjects': [{ query: { keyword: '越界人' } }],
  'sysCompanys.exportCompanies': [{ body: {} }],
  'sysExplain.denials': [{ query: { apiId: api } }],
  'sysApis.observation': [{ params: { id: observed } }],
})

type Changed = {
  outsider: string
  role: string
  far: string
  near: string
  observed: string
  menu: unknown
  accessRequest: string
  review: string
  /** Roles that `createRoles` adds. */
  extra: string
  locked: string
}
/** Changes whose impact would name the outsider. */
const changes = ({
  outsider,
  role,
  far,
  near,
  observed,
  menu,
  accessRequest,
  review,
  extra,
  locked,
}: Changed): Samples => ({
  'sysRoles.changeMembers': [{ params: { id: role }, body: { add: [], remove: [outsider] } }],
  'sysRoles.lock': [{ params: { id: role } }],
  'sysOrgs.changeMembers': [{ params: { id: far }, body: { add: [], remove: [outsider] } }],
  'sysOrgs.merge': [{ params: { id: far }, body: { into: near } }],
  'sysRoles.updateElements': [{ params: { id: role }, body: { ids: [], version: 1 } }],
  'sysUsers.update': [{ params: { id: outsider }, body: { name: '名', roles: [], version: 1 } }],
  'sysUsers.batch': [{ body: { action: 'revokeRole', ids: [outsider], params: { roleId: role } } }],
  'sysUsers.assignRoles': [{ params: { id: outsider }, body: { roles: [], version: 1 } }],
  'sysAccessRequests.approve': [
    { params: { id: accessRequest }, body: { roleId: extra, expireTime: null, version: 1 } },
  ],
  'sysRoles.update': [{ params: { id: role }, body: { name: '改', parent: extra, version: 1 } }],
  'sysRoles.unlock': [{ params: { id: locked } }],
  'sysApis.changeMode': [{ params: { id: observed }, body: { mode: 'enforce', version: 1 } }],
  'sysMenus.remove': [{ params: { id: menu } }],
  'sysMenus.update': [
    {
      params: { id: menu },
      body: {
        name: '链接',
        parent: null,
        kind: 'link',
        sort: 1,
        status: 0,
        metadata: '{"external":"https://example.com/"}',
        version: 1,
      },
    },
  ],
  'sysReviews.close': [{ params: { id: review } }],
})

type Tenant = { tenant: string; plan: string; smallerPlan: string }
/** Changes of the tenant whose user has the outsider's name. */
const tenantChanges = ({ tenant, plan, smallerPlan }: Tenant): Samples => ({
  'sysPlans.updateCeiling': [{ params: { id: plan }, body: { menus: [], elems: [], version: 1 } }],
  'sysCompanys.updateTenant': [
    {
      params: { id: tenant },
      body: { planId: smallerPlan, startTime: '2026-01-01T00:00:00Z', graceDays: 1, trial: false, version: 1 },
    },
  ],
  'sysTenantPolicies.update': [
    {
      params: { id: tenant },
      body: {
        idleMinutes: 30,
        mostDevices: 2,
        addresses: [],
        switchPolicy: 'ask',
        secondStepFrom: '2089-01-01T00:00:00Z',
        version: 1,
      },
    },
  ],
})

/** Calls about the outsider beyond the samples that every endpoint has, by title. */
export const outsiderSamples = (rows: Read & Changed & Tenant): Samples => ({
  ...reads(rows),
  ...changes(rows),
  ...tenantChanges(rows),
})
