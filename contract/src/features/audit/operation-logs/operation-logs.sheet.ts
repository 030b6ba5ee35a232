import { defineSheet } from '../../../kernel/sheet.ts'

/** The operation log in sheets. */
export const operationLogSheet = defineSheet({
  entity: 'operationLog',
  title: '操作日志',
  fields: {
    seq: { title: '序号', kind: 'number' },
    time: { title: '时间', kind: 'datetime' },
    actor: { title: '用户', kind: 'text' },
    module: { title: '模块', kind: 'text' },
    action: { title: '操作', kind: 'text', width: 20 },
    entityName: { title: '对象', kind: 'text', width: 24 },
    ok: { title: '结果', kind: 'choice', width: 8 },
    reason: { title: '原因', kind: 'text', width: 24 },
    diff: { title: '变更内容', kind: 'text', width: 48 },
    ip: { title: 'IP 地址', kind: 'text', width: 20 },
    area: { title: '归属地', kind: 'text' },
    agent: { title: '浏览器标识', kind: 'text', width: 24 },
    ms: { title: '耗时（毫秒）', kind: 'number', width: 14 },
    traceId: { title: '追踪号', kind: 'text', width: 36 },
  },
})
