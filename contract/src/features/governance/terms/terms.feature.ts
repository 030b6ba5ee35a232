import type { Feature } from '../../../kernel/feature.ts'
import { termsContract } from './terms.contract.ts'
import { termsErrors } from './terms.errors.ts'

export const termsFeature = {
  sort: 170,
  contracts: { terms: termsContract },
  errors: { terms: termsErrors },
  menus: [
    {
      code: 'sys.terms',
      parent: 'access',
      sort: 30,
      name: '即将到期',
      icon: 'clock',
      path: 'sys/terms',
      component: 'sys/terms',
      needs: 'sysUsers:roles',
    },
  ],
  entities: { term: 'user' },
} as const satisfies Feature

export const termsWords = {
  'term.extended': '延长有效期',
  'term.released': '不续期',
} as const
