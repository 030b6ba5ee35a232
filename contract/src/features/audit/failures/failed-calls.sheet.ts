import { defineSheet } from '../../../kernel/sheet.ts'

/** Failed calls in sheets. */
export const failedCallSheet = defineSheet({
  entity: 'failedCall',
  title: '异常请求',
  fields: {
    time: { title: '首次发生', kind: 'datetime' },
    lastTime: { title: '最近发生', kind: 'datetime' },
    times: { title: '次数', kind: 'number', width: 8 },
    user: { title: '用户', kind: 'text' },
    name: { title: '接口', kind: 'text', width: 24 },
    error: { title: '错误', kind: 'text', width: 24 },
    message: { title: '错误信息', kind: 'text', width: 48 },
    ms: { title: '耗时（毫秒）', kind: 'number', width: 14 },
    version: { title: '系统版本', kind: 'text' },
    handled: { title: '状态', kind: 'choice', width: 10 },
    handledTime: { title: '处理时间', kind: 'datetime' },
    remark: { title: '处理说明', kind: 'text', width: 32 },
    traceId: { title: '追踪号', kind: 'text', width: 36 },
  },
})
