import type { Feature } from '../../../kernel/feature.ts'
import { appPortalContract } from './app-portal.contract.ts'
import { appAccessContract, appRequestsContract } from './app-requests.contract.ts'
import { appRequestsErrors } from './app-requests.errors.ts'
import { portalAppsContract } from './portal-apps.contract.ts'
import { portalAppsErrors } from './portal-apps.errors.ts'

export const portalAppsFeature = {
  sort: 386,
  contracts: {
    portalApps: portalAppsContract,
    appPortal: appPortalContract,
    appRequests: appRequestsContract,
    appAccess: appAccessContract,
  },
  errors: { portalApps: portalAppsErrors, appRequests: appRequestsErrors },
  entities: { openAppPortal: 'openApp', appConsent: 'openApp', appTicket: 'openApp', appRequest: 'openApp' },
} as const satisfies Feature

export const portalAppsWords = {
  frontApps: '门户应用',
  'openAppPortal.updated': '设置应用的门户展示',
  'appConsent.changed': '授权或取消授权应用',
  'appTicket.issued': '免登录打开应用',
  'appRequest.submitted': '申请使用应用',
  'appRequest.cancelled': '撤回应用申请',
  'appRequest.approved': '通过应用申请',
  'appRequest.rejected': '驳回应用申请',
  'appRequest.revoked': '收回应用使用权',
} as const
