import { defineSheet } from '../../../kernel/sheet.ts'

/** Organisations in sheets, parents before their children. */
export const organizationSheet = defineSheet({
  entity: 'organization',
  title: '组织',
  fields: {
    name: { title: '组织名称', kind: 'text', sample: '财务部', width: 24 },
    code: { title: '编码', kind: 'text', sample: 'finance' },
    parent: {
      title: '上级组织',
      kind: 'ref',
      sample: '总公司',
      width: 40,
      reference: { entity: 'organization', by: 'path' },
    },
    kind: { title: '类型', kind: 'dict', dictionary: 'orgKind', sample: '部门' },
    leaders: { title: '负责人', kind: 'text' },
    phone: { title: '电话', kind: 'phone', sample: '010-12345678' },
    email: { title: '邮箱', kind: 'mail', sample: 'finance@example.cn', width: 24 },
    status: { title: '状态', kind: 'choice', choices: { 1: '启用', 0: '停用' }, sample: '启用' },
    createTime: { title: '创建时间', kind: 'datetime' },
  },
  keys: [['code'], ['parent', 'name']],
})
