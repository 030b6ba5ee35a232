import { randomUUID } from 'node:crypto'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async () => ({
  'sysExplain.explain': () => ({ query: { userId: randomUUID(), apiId: randomUUID() } }),
  'sysExplain.denials': () => ({ query: { apiId: randomUUID() } }),
  'sysExplain.subjects': () => ({ query: { search: '用户' } }),
  'sysExplain.mine': () => ({ query: { traceId: randomUUID().replaceAll('-', '') } }),
  'sysExplain.page': () => ({ query: { path: '/web/sys/nowhere' } }),
  'sysExplain.ownRequests': () => ({ query: { 'f.state': 'open' as const } }),
  'sysExplain.request': () => ({ body: { traceId: randomUUID().replaceAll('-', ''), reason: '工作需要' } }),
  'sysAccessRequests.approve': () => ({
    params: { id: randomUUID() },
    body: { roleId: randomUUID(), expireTime: null, version: 1 },
  }),
  'sysAccessRequests.reject': () => ({ params: { id: randomUUID() }, body: { reason: '不符', version: 1 } }),
})
