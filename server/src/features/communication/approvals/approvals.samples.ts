import type { MakeSamples } from '../../../../test/hostile/sample.ts'

const step = { by: 'administrators', ids: [], need: 1, when: null, remindHours: null, escalateHours: null }

export const samples: MakeSamples = async () => ({
  'sysApprovals.setDeputy': () => ({ body: { account: 'colleague', startDay: '2030-01-01', endDay: '2030-01-31' } }),
  'sysApprovals.setFlow': () => ({
    params: { kind: 'notice' },
    body: { steps: [step], expireDays: 30, version: 0 },
  }),
})
