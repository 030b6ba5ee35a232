import type { OperationLogRow } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../ui/texts.ts'

/** The actor; for guests with their home company. */
export const actorText = (actor: OperationLogRow['actor']): string => {
  if (!actor) return t('未登录')
  return actor.guestOf === undefined ? actor.name : notedText(actor.name, actor.guestOf)
}
