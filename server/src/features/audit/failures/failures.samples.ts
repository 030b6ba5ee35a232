import { randomUUID } from 'node:crypto'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async () => ({
  'sysLogs.failureStack': () => ({ params: { id: randomUUID() } }),
  'sysLogs.handleFailure': () => ({ params: { id: randomUUID() }, body: { remark: '已处理' } }),
  'sysLogs.ownFailure': () => ({ query: { traceId: randomUUID().replaceAll('-', '') } }),
  'sysLogs.reportPage': () => ({
    body: { path: '/web/sys/posts', error: 'TypeError', stack: ['at show (assets/posts.js:1:2)'], version: '1.0.0' },
  }),
  'sysLogs.attachTrail': () => ({
    params: { traceId: randomUUID().replaceAll('-', '') },
    body: {
      version: '1.0.0',
      width: 1440,
      height: 900,
      timeZone: 'Asia/Shanghai',
      events: [{ kind: 'route', before: 0, path: '/web/sys/posts' }],
    },
  }),
  'sysLogs.incident': () => ({ params: { traceId: randomUUID().replaceAll('-', '') } }),
})
