import { randomUUID } from 'node:crypto'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ operator, sharedTenant, nextTenant }) => ({
  'sysCompanys.updateBranding': () => ({
    params: { id: nextTenant() },
    body: { title: '名', primary: '#0a53c1', version: 1 },
    token: operator,
  }),
  'sysCompanys.logo': () => ({ params: { id: sharedTenant }, token: operator }),
  'sysCompanys.replaceLogo': () => ({ params: { id: sharedTenant }, token: operator }),
  'sysCompanys.removeLogo': () => ({ params: { id: nextTenant() }, token: operator }),
  'sysCompanys.addDomain': () => ({
    params: { id: nextTenant() },
    body: { host: `h${randomUUID()}.example.com` },
    token: operator,
  }),
  'sysCompanys.verifyDomain': () => ({ params: { id: sharedTenant, host: 'a.example.com' }, token: operator }),
  'sysCompanys.removeDomain': () => ({ params: { id: sharedTenant, host: 'a.example.com' }, token: operator }),
})
