import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async () => ({
  'sysProfile.updateProfile': () => ({ body: { name: '名', sex: 0, signature: '', timeZone: '', version: 1 } }),
  'sysProfile.setLanguage': () => ({ body: { language: 'en' } }),
})
