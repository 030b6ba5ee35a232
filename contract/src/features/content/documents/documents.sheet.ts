import { defineSheet } from '../../../kernel/sheet.ts'

/** Files of documents in sheets. */
export const documentSheet = defineSheet({
  entity: 'doc',
  title: '文档',
  fields: {
    title: { title: '名称', kind: 'text', width: 40 },
    folderTitle: { title: '文件夹', kind: 'text', width: 24 },
    mime: { title: '类型', kind: 'text', width: 24 },
    size: { title: '大小（字节）', kind: 'number' },
    versions: { title: '版本', kind: 'number', width: 8 },
    level: { title: '我的权限', kind: 'choice', width: 10 },
    createTime: { title: '创建时间', kind: 'datetime' },
    createBy: { title: '创建人', kind: 'text' },
    updateTime: { title: '修改时间', kind: 'datetime' },
    updateBy: { title: '修改人', kind: 'text' },
  },
})
