import { defineSheet } from '../../../kernel/sheet.ts'

/** Receipts of a notice in sheets. */
export const receiptSheet = defineSheet({
  entity: 'notice',
  title: '回执',
  fields: {
    name: { title: '姓名', kind: 'text' },
    account: { title: '账号', kind: 'text' },
    org: { title: '组织', kind: 'text', width: 24 },
    company: { title: '公司', kind: 'text', width: 32 },
    state: {
      title: '状态',
      kind: 'choice',
      width: 8,
      choices: { unread: '未读', unacked: '未确认', read: '已读', acked: '已确认' },
    },
    readTime: { title: '阅读时间', kind: 'datetime' },
    ackTime: { title: '确认时间', kind: 'datetime' },
  },
})
