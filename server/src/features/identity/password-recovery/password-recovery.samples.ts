import { code, type MakeSamples, password } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async () => ({
  'sysForget.send': (n) => ({ body: { account: `nobody${n}`, channel: 'sms' } }),
  'sysForget.confirm': () => ({ body: { account: 'nobody', ...code(), password } }),
})
