import type { SetUp } from '@atrium/contract/features/tenancy/tenants/set-up.ts'

export const setUpNames: Record<SetUp[number]['step'], string> = {
  role: '公司管理员角色',
  administrator: '管理员账号',
  rights: '套餐权限',
  template: '模板',
}

export const fieldLabels = {
  name: '公司名称',
  shortName: '简称',
  code: '编码',
  creditCode: '统一社会信用代码',
  legal: '法定代表人',
  contact: '联系人',
  phone: '联系电话',
  email: '邮箱',
  industry: '行业',
  size: '规模',
  areaCode: '所在地区',
  address: '地址',
  parent: '上级公司',
  remark: '备注',
} as const
