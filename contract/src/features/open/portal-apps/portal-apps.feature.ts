import type { Feature } from '../../../kernel/feature.ts'
import { appPortalContract } from './app-portal.contract.ts'
import { portalAppsContract } from './portal-apps.contract.ts'
import { portalAppsErrors } from './portal-apps.errors.ts'

export const portalAppsFeature = {
  sort: 386,
  contracts: { portalApps: portalAppsContract, appPortal: appPortalContract },
  errors: { portalApps: portalAppsErrors },
  entities: { openAppPortal: 'openApp', appConsent: 'openApp', appTicket: 'openApp' },
} as const satisfies Feature

export const portalAppsWords = {
  frontApps: '门户应用',
  'openAppPortal.updated': '设置应用的门户展示',
  'appConsent.changed': '授权或取消授权应用',
  'appTicket.issued': '单点登录应用',
} as const
