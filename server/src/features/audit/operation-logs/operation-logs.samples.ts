import { randomUUID } from 'node:crypto'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ auditor }) => ({
  // Exports are audited themselves; a past range keeps each of them short.
  'sysLogs.exportOperations': () => ({
    body: { 'f.time': '2001-01-01 00:00:00~2001-01-02 00:00:00' },
    token: auditor,
  }),
  'sysLogs.exportProof': () => ({
    body: { 'f.time': '2001-01-01 00:00:00~2001-01-02 00:00:00' },
    token: auditor,
  }),
  'sysLogs.checkpoints': () => ({ token: auditor }),
  'sysLogs.verifyChain': () => ({ query: {}, token: auditor }),
  'sysLogs.segments': () => ({ token: auditor }),
  'sysLogs.exportSegment': () => ({ body: { first: 1 }, token: auditor }),
  'sysLogs.timeline': () => ({ params: { entity: 'baseParameter', id: randomUUID() } }),
})
