import { defineSheet } from '../../../kernel/sheet.ts'

export const areaLevelNames = { 1: '省级', 2: '市级', 3: '县级', 4: '乡级' } as const

/** Areas in sheets. A signed file replaces them, so that none is imported. */
export const areaSheet = defineSheet({
  entity: 'area',
  title: '行政区划',
  fields: {
    code: { title: '代码', kind: 'text', width: 14 },
    name: { title: '名称', kind: 'text', width: 24 },
    fullName: { title: '全称', kind: 'text', width: 48 },
    level: { title: '级别', kind: 'choice', choices: areaLevelNames, width: 8 },
    parent: { title: '上级代码', kind: 'text', width: 14 },
    pinyin: { title: '拼音', kind: 'text', width: 32 },
    until: { title: '失效日期', kind: 'text', width: 12 },
    successor: { title: '现行代码', kind: 'text', width: 14 },
  },
})
