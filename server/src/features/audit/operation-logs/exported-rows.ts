import { eventName, moduleName } from '@atrium/contract/event-words.ts'
import type { OperationLogRow } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { valueText } from '@atrium/contract/features/audit/operation-logs/row-changes.ts'
import { csvFile } from '../../../kernel/list-export.ts'
import { createTimeFormatter } from '../../../kernel/wall-clock.ts'
import type { RowRange } from './row-range.ts'

const batchSize = 1000

const titles = [
  '序号',
  '时间',
  '用户',
  '模块',
  '操作',
  '对象',
  '结果',
  '原因',
  '变更内容',
  'IP 地址',
  '归属地',
  '浏览器标识',
  '耗时（毫秒）',
  '追踪号',
]
/** The actor's name; a guest's with the home company. */
const actorText = ({ actor }: OperationLogRow) => {
  if (!actor) return '未登录'
  return actor.guestOf === undefined ? actor.name : `${actor.name}（${actor.guestOf}）`
}
const changesIn = ({ diff }: OperationLogRow, clock: (iso: string) => string) => {
  const toText = (field: string, value: unknown) => valueText(field, value, clock)
  return diff.map(({ field, label, from, to }) => `${label}：${toText(field, from)} → ${toText(field, to)}`).join('；')
}

/** Streams the log as a CSV file, newest first. In: how to read a batch, and the time zone to show. */
export const exportedRows = (page: (range: RowRange) => Promise<OperationLogRow[]>, timeZone: string) => {
  const clock = createTimeFormatter(timeZone)
  const cellsOf = (row: OperationLogRow) => [
    String(row.seq),
    clock(row.time),
    actorText(row),
    moduleName(row.module),
    eventName(row.action),
    row.entityName,
    row.ok ? '成功' : '失败',
    row.reason,
    changesIn(row, clock),
    row.ip,
    row.area,
    row.agent,
    String(row.ms),
    row.traceId,
  ]
  return csvFile(titles, cellsOf, (after, size) => page({ size, after: after?.seq }), batchSize)
}
