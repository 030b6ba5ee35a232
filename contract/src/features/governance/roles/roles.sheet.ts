import { defineSheet } from '../../../kernel/sheet.ts'
import { scopeNames, statusNames, typeNames } from './role-words.ts'

/** Roles in sheets. */
export const roleSheet = defineSheet({
  entity: 'role',
  title: '角色',
  fields: {
    name: { title: '角色', kind: 'text', sample: '门店店长', width: 24 },
    code: { title: '编码', kind: 'text', sample: 'store-manager', width: 20 },
    type: { title: '类型', kind: 'choice', choices: typeNames, sample: '自定义' },
    users: { title: '成员', kind: 'number' },
    status: { title: '状态', kind: 'choice', choices: statusNames },
    dataScope: { title: '数据范围', kind: 'choice', choices: scopeNames },
    parentName: { title: '上级角色', kind: 'ref', as: 'parent', reference: { entity: 'role', by: 'name' }, sample: '' },
    desc: { title: '描述', kind: 'text', sample: '管理一家门店', width: 32 },
    createTime: { title: '创建时间', kind: 'datetime' },
  },
  keys: [['code'], ['name']],
})
