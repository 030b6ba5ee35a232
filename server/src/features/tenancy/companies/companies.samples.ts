import { randomUUID } from 'node:crypto'
import { fillTenants } from '../../../../test/hostile/pools.ts'
import { type MakeSamples, maxHashedPerParameter } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ app, operator, sharedTenant, nextTenant, tenantAdmin, poolSize }) => {
  const some = Math.ceil(poolSize / 4)
  const nextLockedTenant = await fillTenants(app, 'locked', some)
  const nextSuspended = await fillTenants(app, 'suspended', some)
  const sharedPlan = randomUUID()
  await app.sql(`insert into plans (id, code, name) values ($1, 'shared', '共用')`, [sharedPlan])
  return {
    'sysCompanys.list': () => ({ query: {}, token: operator }),
    'sysCompanys.options': () => ({ params: { id: '0' }, query: { keyword: '名' }, token: operator }),
    'sysCompanys.get': () => ({ params: { id: sharedTenant }, token: operator }),
    'sysCompanys.create': (n) => ({
      body: {
        name: `名${randomUUID()}`,
        admin: { account: `k_${randomUUID().slice(0, 8)}`, name: '名' },
        template: sharedTenant,
        // Hashing is slow: most requests stop at an expiry in the past.
        ...(n >= maxHashedPerParameter && { expireTime: '2001-01-01T00:00:00Z' }),
      },
      token: operator,
    }),
    'sysCompanys.update': (n) => ({
      params: { id: nextTenant() },
      // A dozen texts, each sent hundreds of times: most requests stop at a version conflict.
      body: { name: `名${randomUUID()}`, version: n > 50 ? 99 : 1 },
      token: operator,
    }),
    'sysCompanys.lock': () => ({ params: { id: nextTenant() }, body: { reason: '试' }, token: operator }),
    'sysCompanys.unlock': () => ({ params: { id: nextLockedTenant() }, token: operator }),
    'sysCompanys.reset': () => ({ params: { id: sharedTenant }, token: operator }),
    'sysCompanys.tenant': () => ({ params: { id: sharedTenant }, token: operator }),
    'sysCompanys.tenantUsage': () => ({ params: { id: sharedTenant }, token: operator }),
    'sysCompanys.planUsage': () => ({ params: { id: sharedPlan }, token: operator }),
    'sysCompanys.updateTenant': () => ({
      params: { id: nextTenant() },
      body: {
        planId: sharedPlan,
        startTime: '2026-01-01T00:00:00Z',
        graceDays: 1,
        trial: false,
        version: 1,
      },
      token: operator,
    }),
    'sysCompanys.close': () => ({
      params: { id: nextTenant() },
      body: { reason: '试', name: '名' },
      token: operator,
    }),
    'sysCompanys.reopen': () => ({ params: { id: nextTenant() }, token: operator }),
    'sysCompanys.switchModule': () => ({
      params: { id: nextTenant() },
      body: { module: 'assets', on: false },
      token: operator,
    }),
    'sysCompanys.suspend': () => ({ params: { id: nextTenant() }, body: { reason: '试' }, token: operator }),
    'sysCompanys.resume': () => ({ params: { id: nextSuspended() }, token: operator }),
    'sysCompanys.initialise': () => ({ params: { id: nextTenant() }, body: { template: true }, token: operator }),
    'sysTenant.own': () => ({ token: tenantAdmin }),
    'sysTenant.exportData': () => ({ token: tenantAdmin }),
    'sysCompanys.exportCompanies': () => ({ body: { search: '审' }, token: operator }),
  }
}
