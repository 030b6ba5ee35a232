import type { Feature } from '../../../kernel/feature.ts'
import { accessRequestsContract } from './access-requests.contract.ts'
import { explainContract } from './explain.contract.ts'
import { explainErrors } from './explain.errors.ts'

export const explainFeature = {
  sort: 260,
  contracts: { explain: explainContract, accessRequests: accessRequestsContract },
  errors: { explain: explainErrors },
  menus: [
    {
      code: 'sys.accessRequests',
      parent: 'access',
      sort: 20,
      name: '权限申请',
      icon: 'shield-check',
      path: 'sys/access-requests',
      component: 'sys/access-requests',
      needs: 'sysAccessRequests:list',
    },
  ],
} as const satisfies Feature

export const explainWords = {
  sysExplain: '权限判定',
  sysAccessRequests: '权限申请',
  'accessRequest.submitted': '申请权限',
  'accessRequest.approved': '通过权限申请',
  'accessRequest.rejected': '驳回权限申请',
} as const
