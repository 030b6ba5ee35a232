import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async () => ({ 'sysUsers.across': () => ({ body: { contact: 'nobody_known' } }) })
