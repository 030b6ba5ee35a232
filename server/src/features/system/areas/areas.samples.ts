import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async () => ({
  'sysAreas.list': () => ({ query: { parent: '330000', search: '' } }),
  'sysAreas.path': () => ({ params: { code: '330106' } }),
})
