import type { Feature } from '../../../kernel/feature.ts'
import { appDocContract, openDocsContract } from './open-docs.contract.ts'
import { tryCallContract } from './try-call.contract.ts'

export const openDocsFeature = {
  sort: 386,
  contracts: { openDocs: openDocsContract, appDoc: appDocContract, tryCall: tryCallContract },
  menus: [
    {
      code: 'open.docs',
      parent: 'open',
      sort: 30,
      name: '接口文档',
      icon: 'book-open',
      path: 'open/docs',
      component: 'open/docs',
      needs: 'openDocs:view',
    },
  ],
} as const satisfies Feature
