import { defineSheet } from '../../../kernel/sheet.ts'

/** The sign-in log in sheets. */
export const signInLogSheet = defineSheet({
  entity: 'signInLog',
  title: '登录日志',
  fields: {
    time: { title: '时间', kind: 'datetime' },
    who: { title: '用户', kind: 'text' },
    ok: { title: '结果', kind: 'choice', width: 8 },
    reason: { title: '原因', kind: 'text', width: 24 },
    method: { title: '登录方式', kind: 'text' },
    ip: { title: 'IP 地址', kind: 'text', width: 20 },
    area: { title: '归属地', kind: 'text' },
    agent: { title: '浏览器标识', kind: 'text', width: 24 },
    traceId: { title: '追踪号', kind: 'text', width: 36 },
  },
})
