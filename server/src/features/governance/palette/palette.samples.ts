import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async () => ({ 'sysConsole.find': () => ({ query: { keyword: '名' } }) })
