import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ operator }) => ({
  'sysAreas.list': () => ({ query: { parent: '330000', search: '' } }),
  'sysAreas.path': () => ({ params: { code: '330106' } }),
  'sysAreas.exportAreas': () => ({ body: { search: '杭' }, token: operator }),
})
