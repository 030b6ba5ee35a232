import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ operator, writer }) => ({
  'sysTexts.list': () => ({ query: { 'f.language': 'en' }, token: writer }),
  'sysTexts.languages': () => ({ token: writer }),
  'sysTexts.name': () => ({ query: { name: '保存' }, token: writer }),
  'sysTexts.write': () => ({ body: { language: 'en', source: '保存', text: 'Save', version: 0 }, token: writer }),
  'sysTexts.reset': () => ({ body: { language: 'en', source: '保存', version: 0 }, token: writer }),
  'sysTexts.exportTexts': () => ({ body: { language: 'en', missing: true, kind: 'roles' }, token: writer }),
  'sysTexts.importTexts': () => ({ params: { language: 'en' }, token: writer }),
  'sysTexts.setLanguage': () => ({ body: { tag: 'fr', offered: true, version: 0 }, token: operator }),
})
