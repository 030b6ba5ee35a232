import { defineSheet } from '../../../kernel/sheet.ts'

/** Parameters in sheets; secrets are masked. */
export const baseParameterSheet = defineSheet({
  entity: 'baseParameter',
  title: '基础参数',
  fields: {
    code: { title: '编码', kind: 'text', sample: 'report.title', width: 32 },
    name: { title: '名称', kind: 'text', sample: '报表标题', width: 32 },
    kind: {
      title: '类型',
      kind: 'choice',
      sample: '文本',
      choices: { string: '文本', number: '数字', bool: '是/否', json: 'JSON', secret: '密钥', enum: '枚举' },
    },
    options: { title: '选项', kind: 'text', sample: '' },
    value: { title: '参数值', kind: 'text', sample: '月度报表', width: 32 },
    tags: { title: '其他参数', kind: 'text', sample: '{}' },
    desc: { title: '描述', kind: 'text', sample: '', width: 40 },
    builtin: { title: '内置', kind: 'bool' },
    createTime: { title: '创建时间', kind: 'datetime' },
  },
  keys: [['code']],
})
