import { isNamedByProduct } from '@atrium/contract/features/audit/operation-logs/named-entities.ts'
import {
  type OperationLogRow,
  operationLogsContract,
} from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { operationLogSheet } from '@atrium/contract/features/audit/operation-logs/operation-logs.sheet.ts'
import { valueText } from '@atrium/contract/features/audit/operation-logs/row-changes.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { labelledText, notedText, statementsText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Clock } from '../../../kernel/sheets/sheet-clock.ts'
import { defineSource } from '../../../kernel/sheets/sheet-source.ts'
import { productName } from '../../../kernel/texts/product-name.ts'

/** The actor's name; a guest's with the home company. */
const actorText = ({ actor }: OperationLogRow) => {
  if (!actor) return t('未登录')
  return actor.guestOf === undefined ? actor.name : notedText(actor.name, actor.guestOf)
}
const changesIn = ({ diff }: OperationLogRow, clock: Clock, eventName: Catalogue['eventName']) => {
  const timeText = (iso: string) => clock(iso)?.date.replace('T', ' ') ?? ''
  const words = { timeText, eventName }
  const texts = diff.map(({ field, label, from, to, choices }) => {
    const toText = (value: unknown) => valueText(field, value, words, choices)
    return labelledText(t(label), `${toText(from)} → ${toText(to)}`)
  })
  return statementsText(texts)
}

export const createOperationLogSource = ({ eventName, moduleName }: Catalogue) =>
  defineSource<OperationLogRow, (typeof operationLogSheet)['fields']>({
    sheet: operationLogSheet,
    exports: operationLogsContract.exportOperations,
    cells: {
      seq: ({ seq }) => seq,
      time: ({ time }, clock) => clock(time),
      actor: actorText,
      module: ({ module }) => t(moduleName(module)),
      action: ({ action }) => t(eventName(action)),
      entityName: (row) => (isNamedByProduct(row) ? productName(row.entityName) : row.entityName),
      ok: ({ ok }) => (ok ? t('成功') : t('失败')),
      reason: ({ reason }) => t(reason),
      diff: (row, clock) => changesIn(row, clock, eventName),
      ip: ({ ip }) => ip,
      area: ({ area }) => t(area),
      agent: ({ agent }) => agent,
      ms: ({ ms }) => ms,
      traceId: ({ traceId }) => traceId,
    },
  })
export type OperationLogSource = ReturnType<typeof createOperationLogSource>
