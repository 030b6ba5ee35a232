import type { MakeSamples } from '../../../../test/hostile/sample.ts'

const policies = { idleMinutes: 30, mostDevices: 2, addresses: ['127.0.0.1'], switchPolicy: 'ask' }

export const samples: MakeSamples = async ({ operator, sharedTenant, nextTenant, tenantAdmin }) => ({
  'sysTenantPolicies.own': () => ({ token: tenantAdmin }),
  'sysTenantPolicies.updateOwn': () => ({ body: { ...policies, version: 1 }, token: tenantAdmin }),
  'sysTenantPolicies.get': () => ({ params: { id: sharedTenant }, token: operator }),
  'sysTenantPolicies.update': () => ({
    params: { id: nextTenant() },
    body: { ...policies, version: 1 },
    token: operator,
  }),
})
