import { defineSheet } from '../../../kernel/sheet.ts'

/** Downloads of a file in sheets. */
export const downloadSheet = defineSheet({
  entity: 'docDownload',
  title: '下载记录',
  fields: {
    createTime: { title: '时间', kind: 'datetime' },
    createBy: { title: '下载人', kind: 'text' },
    number: { title: '版本', kind: 'text' },
    way: { title: '方式', kind: 'choice', choices: { right: '权限', link: '分享链接' } },
    linkBy: { title: '链接创建人', kind: 'text' },
    ip: { title: 'IP 地址', kind: 'text', width: 20 },
  },
})
