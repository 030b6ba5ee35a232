import type { MakeSamples } from '../../../../test/hostile/sample.ts'

const inheritAll = { kind: null, min: null, max: null, history: null, expireDays: null, remindDays: null }

export const samples: MakeSamples = async ({ writer }) => ({
  'sysPasswordPolicy.update': () => ({ body: { ...inheritAll, version: 0 }, token: writer }),
})
