import { defineSheet } from '../../../kernel/sheet.ts'

/** Posts in sheets. */
export const postSheet = defineSheet({
  entity: 'post',
  title: '岗位',
  fields: {
    name: { title: '岗位名称', kind: 'text', sample: '会计', width: 24 },
    code: { title: '编码', kind: 'text', sample: 'accountant', width: 20 },
    level: { title: '级别', kind: 'dict', dictionary: 'postLevel', sample: '普通' },
    createBy: { title: '创建人', kind: 'text' },
    createTime: { title: '创建时间', kind: 'datetime' },
  },
  keys: [['code'], ['name']],
})
