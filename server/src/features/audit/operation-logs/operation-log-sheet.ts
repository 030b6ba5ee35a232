import {
  type OperationLogRow,
  operationLogsContract,
} from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { operationLogSheet } from '@atrium/contract/features/audit/operation-logs/operation-logs.sheet.ts'
import { valueText } from '@atrium/contract/features/audit/operation-logs/row-changes.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Clock } from '../../../kernel/sheets/sheet-clock.ts'
import { defineSource } from '../../../kernel/sheets/sheet-source.ts'

/** The actor's name; a guest's with the home company. */
const actorText = ({ actor }: OperationLogRow) => {
  if (!actor) return t('未登录')
  return actor.guestOf === undefined ? actor.name : `${actor.name}（${actor.guestOf}）`
}
const changesIn = ({ diff }: OperationLogRow, clock: Clock, eventName: Catalogue['eventName']) => {
  const timeText = (iso: string) => clock(iso)?.date.replace('T', ' ') ?? ''
  const words = { timeText, eventName }
  const texts = diff.map(({ field, label, from, to, choices }) => {
    const toText = (value: unknown) => valueText(field, value, words, choices)
    return `${label}：${toText(from)} → ${toText(to)}`
  })
  return texts.join('；')
}

export const createOperationLogSource = ({ eventName, moduleName }: Catalogue) =>
  defineSource<OperationLogRow, (typeof operationLogSheet)['fields']>({
    sheet: operationLogSheet,
    exports: operationLogsContract.exportOperations,
    cells: {
      seq: ({ seq }) => seq,
      time: ({ time }, clock) => clock(time),
      actor: actorText,
      module: ({ module }) => moduleName(module),
      action: ({ action }) => eventName(action),
      entityName: ({ entityName }) => entityName,
      ok: ({ ok }) => (ok ? t('成功') : t('失败')),
      reason: ({ reason }) => reason,
      diff: (row, clock) => changesIn(row, clock, eventName),
      ip: ({ ip }) => ip,
      area: ({ area }) => area,
      agent: ({ agent }) => agent,
      ms: ({ ms }) => ms,
      traceId: ({ traceId }) => traceId,
    },
  })
export type OperationLogSource = ReturnType<typeof createOperationLogSource>
