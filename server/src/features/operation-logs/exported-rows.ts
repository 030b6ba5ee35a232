import { eventName, moduleName } from '@atrium/contract/features/operation-logs/event-words.ts'
import type { OperationLogRow } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import { valueText } from '@atrium/contract/features/operation-logs/row-changes.ts'
import { byteOrderMark, csvLine } from './csv-text.ts'
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
const changesIn = ({ diff }: OperationLogRow) =>
  diff.map(({ field, label, from, to }) => `${label}：${valueText(field, from)} → ${valueText(field, to)}`).join('；')

/**
 * The log as the text of a CSV file, newest first, in batches by key: memory holds one batch, whatever the length.
 * In: how a batch is read, and the zone its times are told in.
 */
export async function* exportedRows(page: (stretch: Stretch) => Promise<OperationLogRow[]>, timeZone: string) {
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  const lineOf = (row: OperationLogRow) =>
    csvLine([
      String(row.seq),
      clock.format(new Date(row.time)),
      actorText(row),
      moduleName(row.module),
      eventName(row.action),
      row.entityName,
      row.ok ? '成功' : '失败',
      row.reason,
      changesIn(row),
      row.ip,
      row.area,
      row.agent,
      String(row.ms),
      row.traceId,
    ])
  yield byteOrderMark + csvLine(head)
  let after: number | undefined
  for (;;) {
    const rows = await page({ size: rowsInBatch, after })
    if (rows.length > 0) yield rows.map(lineOf).join('')
    after = rows.at(-1)?.seq
    if (rows.length < rowsInBatch) return
  }
}
