import { defineSheet } from '../../../kernel/sheet.ts'

/** Items of dictionaries in sheets. */
export const dictionaryItemSheet = defineSheet({
  entity: 'dictItem',
  title: '字典项',
  fields: {
    group: { title: '分组编码', kind: 'ref', reference: { entity: 'dictGroup', by: 'code' }, sample: 'industry' },
    groupName: { title: '分组', kind: 'text', width: 20 },
    code: { title: '编码', kind: 'text', sample: 'retail' },
    name: { title: '名称', kind: 'text', sample: '零售', width: 24 },
    value: { title: '值', kind: 'text', sample: '' },
    parent: {
      title: '上级编码',
      kind: 'ref',
      sample: '',
      reference: { entity: 'dictItem', by: 'code', within: 'group' },
    },
    sort: { title: '排序', kind: 'number', sample: '10' },
    color: {
      title: '颜色',
      kind: 'choice',
      sample: '',
      choices: { accent: '主题色', good: '绿色', warn: '橙色', danger: '红色' },
    },
    status: { title: '状态', kind: 'choice', choices: { 1: '启用', 0: '停用' }, sample: '启用' },
    startTime: { title: '生效时间', kind: 'datetime', sample: '' },
    endTime: { title: '失效时间', kind: 'datetime', sample: '' },
    desc: { title: '描述', kind: 'text', sample: '', width: 32 },
    updateTime: { title: '更新时间', kind: 'datetime' },
  },
  keys: [['group', 'code']],
})
