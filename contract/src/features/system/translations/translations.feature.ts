import type { Feature } from '../../../kernel/feature.ts'
import { translationsContract } from './translations.contract.ts'
import { translationsErrors } from './translations.errors.ts'

export const translationsFeature = {
  sort: 318,
  contracts: { translations: translationsContract },
  errors: { translations: translationsErrors },
  menus: [
    {
      code: 'sys.texts',
      parent: 'settings',
      sort: 50,
      name: '语言与文案',
      icon: 'languages',
      path: 'sys/texts',
      component: 'sys/texts',
      needs: 'sysTexts:list',
    },
  ],
} as const satisfies Feature

export const translationsWords = {
  sysTexts: '语言与文案',
  'text.changed': '修改文案',
  'text.restored': '恢复文案',
  'texts.exported': '导出文案',
  'texts.imported': '导入文案',
  'textLanguage.changed': '设置语言',
} as const
