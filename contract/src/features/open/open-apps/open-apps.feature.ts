import type { Feature } from '../../../kernel/feature.ts'
import type { AlarmKind } from './app-alarms.ts'
import { appLogoContract } from './app-logo.contract.ts'
import { appScimContract } from './app-scim.contract.ts'
import { appScimErrors } from './app-scim.errors.ts'
import { gateErrors } from './gate.errors.ts'
import { openAppsContract } from './open-apps.contract.ts'
import { openAppsErrors } from './open-apps.errors.ts'

/** Written out: a value that is computed would keep the contracts in the bundle of the words. */
const automatic: Readonly<Record<`openAppAlarm.${AlarmKind}`, 'openApps'>> = {
  'openAppAlarm.errors': 'openApps',
  'openAppAlarm.quota': 'openApps',
  'openAppAlarm.secret': 'openApps',
  'openAppAlarm.idle': 'openApps',
  'openAppAlarm.deprecated': 'openApps',
}

export const openAppsFeature = {
  sort: 384,
  contracts: { openApps: openAppsContract, appLogo: appLogoContract, appScim: appScimContract },
  errors: { gate: gateErrors, openApps: openAppsErrors, appScim: appScimErrors },
  entities: {
    openAppSecret: 'openApp',
    openAppApi: 'openApp',
    openAppOidc: 'openApp',
    openAppLogo: 'openApp',
    openAppAlarm: 'openApp',
    openAppScim: 'openApp',
    openAppScimToken: 'openApp',
    openAppScimUser: 'user',
    openAppScimRole: 'role',
  },
  automatic,
  subjects: { openApp: { read: openAppsContract.get, change: openAppsContract.update } },
  menus: [
    {
      code: 'open.apps',
      parent: 'open',
      sort: 10,
      name: '应用',
      icon: 'plug',
      path: 'open/apps',
      component: 'open/apps',
      hasObjects: true,
      needs: 'openApps:list',
    },
  ],
} as const satisfies Feature

export const openAppsWords = {
  openApps: '应用',
  'openApp.created': '新增应用',
  'openApp.updated': '修改应用',
  'openApp.removed': '删除应用',
  'openApp.locked': '锁定应用',
  'openApp.unlocked': '解锁应用',
  'openApp.tried': '调试开放接口',
  'openAppSecret.created': '新增应用密钥',
  'openAppSecret.revoked': '停用应用密钥',
  'openAppLogo.replaced': '更换应用图标',
  'openAppLogo.removed': '移除应用图标',
  'openAppOidc.updated': '修改 OIDC 单点登录设置',
  'openAppScim.updated': '修改用户同步设置',
  'openAppScimToken.created': '新增用户同步令牌',
  'openAppScimToken.revoked': '停用用户同步令牌',
  'openAppScimUser.linked': '关联同步用户',
  'openAppScimRole.linked': '关联同步角色',
  'openAppApi.granted': '授权开放接口',
  'openAppApi.updated': '修改接口授权',
  'openAppApi.revoked': '取消接口授权',
  'openAppAlarm.errors': '应用调用失败较多',
  'openAppAlarm.quota': '应用用量接近上限',
  'openAppAlarm.secret': '应用密钥即将到期',
  'openAppAlarm.idle': '应用长期无调用',
  'openAppAlarm.deprecated': '应用所用接口已弃用',
} as const
