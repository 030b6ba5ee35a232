import type { Audience, PortalSettings } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'

export const audienceNames: Record<Audience, string> = {
  nobody: '不展示',
  company: '本公司全部用户',
  orgs: '指定组织',
  roles: '指定角色',
  portal: '全部门户用户',
  everyone: '全部公司的用户',
}
export const openModeNames: Record<PortalSettings['openMode'], string> = { blank: '新标签页', self: '当前页' }
export const portalLabels = {
  audience: '可见范围',
  targetIds: '可见对象',
  category: '分类',
  address: '入口地址',
  openMode: '打开方式',
  sso: '免登录',
  scopes: '可获取的信息',
  requestable: '可申请',
  approverIds: '审批人',
} as const
