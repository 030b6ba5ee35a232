import type { SetUp } from '@atrium/contract/features/tenancy/tenants/set-up.ts'
import { t } from '../../../ui/texts.ts'

export const setUpNames: Record<SetUp[number]['step'], string> = {
  role: t('公司管理员角色'),
  administrator: t('管理员账号'),
  rights: t('套餐权限'),
  template: t('模板'),
}

export const fieldLabels = {
  name: t('公司名称'),
  shortName: t('简称'),
  code: t('编码'),
  creditCode: t('统一社会信用代码'),
  legal: t('法定代表人'),
  contact: t('联系人'),
  phone: t('联系电话'),
  email: t('邮箱'),
  industry: t('行业'),
  size: t('规模'),
  areaCode: t('所在地区'),
  address: t('地址'),
  parent: t('上级公司'),
  remark: t('备注'),
} as const
