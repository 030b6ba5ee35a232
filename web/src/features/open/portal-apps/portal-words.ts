import type { Audience, PortalSettings } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { t } from '../../../ui/texts.ts'

export const audienceNames: Record<Audience, string> = {
  nobody: t('不展示'),
  company: t('本公司全部用户'),
  orgs: t('指定组织'),
  roles: t('指定角色'),
  portal: t('全部门户用户'),
  everyone: t('全部公司的用户'),
}
export const openModeNames: Record<PortalSettings['openMode'], string> = { blank: t('新标签页'), self: t('当前页') }
export const portalLabels = {
  audience: t('可见范围'),
  targetIds: t('可见对象'),
  category: t('分类'),
  address: t('入口地址'),
  openMode: t('打开方式'),
  sso: t('免登录'),
  scopes: t('可获取的信息'),
  requestable: t('可申请'),
  approverIds: t('审批人'),
} as const
