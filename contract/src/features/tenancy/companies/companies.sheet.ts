import { defineSheet } from '../../../kernel/sheet.ts'
import { stateNames, tenantStateNames } from './company-words.ts'

/** Companies in sheets. */
export const companySheet = defineSheet({
  entity: 'company',
  title: '公司',
  fields: {
    name: { title: '公司', kind: 'text', sample: '示例科技有限公司', width: 32 },
    shortName: { title: '简称', kind: 'text', sample: '示例科技' },
    code: { title: '编码', kind: 'text', sample: 'example' },
    status: { title: '状态', kind: 'choice', choices: stateNames, width: 8 },
    lockReason: { title: '锁定原因', kind: 'text' },
    parentName: {
      title: '上级公司',
      kind: 'ref',
      as: 'parent',
      sample: '',
      width: 32,
      reference: { entity: 'company', by: 'name' },
    },
    state: { title: '租户状态', kind: 'choice', choices: tenantStateNames },
    tenant: { title: '套餐', kind: 'ref', as: 'planId', reference: { entity: 'plan', by: 'name' }, sample: '' },
    tenantUsers: { title: '用户数', kind: 'number' },
    mostUsers: { title: '用户上限', kind: 'number' },
    adminAccount: { title: '管理员账号', kind: 'text', as: 'admin.account', sample: 'zhangsan' },
    adminName: { title: '管理员姓名', kind: 'text', as: 'admin.name', sample: '张三' },
    expireTime: { title: '到期时间', kind: 'datetime', sample: '2030-12-31 23:59:59' },
    createTime: { title: '创建时间', kind: 'datetime' },
  },
  keys: [['name'], ['code']],
})
