import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async () => ({
  'sysConsole.refresh': () => ({ body: { token: '', refreshToken: 'x' } }),
  'sysConsole.logout': () => ({ body: {} }),
})
