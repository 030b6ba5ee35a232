import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ operator, sharedTenant }) => ({
  'sysCompanys.exportData': () => ({ params: { id: sharedTenant }, token: operator }),
})
