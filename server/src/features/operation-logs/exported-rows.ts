import { eventName, moduleName } from '@atrium/contract/features/operation-logs/event-words.ts'
import type { OperationLogRow } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import { valueText } from '@atrium/contract/features/operation-logs/row-changes.ts'
import { csvFile } from '../../kernel/list-export.ts'
import { clockOn } from '../../kernel/wall-clock.ts'
import type { Stretch } from './stretch.ts'

const rowsInBatch = 1000

const head = [
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
/** Who it was; a guest with the company he is of. */
const actorText = ({ actor }: OperationLogRow) => {
  if (!actor) return ''
  return actor.guestOf === undefined ? actor.name : `${actor.name}（${actor.guestOf}）`
}
const changesIn = ({ diff }: OperationLogRow, clock: (iso: string) => string) => {
  const told = (field: string, value: unknown) => valueText(field, value, clock)
  return diff.map(({ field, label, from, to }) => `${label}：${told(field, from)} → ${told(field, to)}`).join('；')
}

/**
 * The log as the text of a CSV file, newest first.
 * In: how a batch is read, and the zone its times are told in.
 */
export const exportedRows = (page: (stretch: Stretch) => Promise<OperationLogRow[]>, timeZone: string) => {
  const clock = clockOn(timeZone)
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
  return csvFile(head, cellsOf, (behind, size) => page({ size, after: behind?.seq }), rowsInBatch)
}
