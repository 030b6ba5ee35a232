import {
  changesBetween,
  type FieldChange,
  valueText,
} from '@atrium/contract/features/audit/operation-logs/row-changes.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { labelledText, listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { isPersonal } from './masked-rows.ts'

export type ChangedRow = { event: string; before: unknown; after: unknown }
/** Longer values do not fit into a line. */
const longestValue = 16
const mostFields = 3

/** Says in a line what an update of a row has changed, without personal values; empty if it is no update. */
export const createChangeSummary = ({ entityOf, fieldWords, eventName }: Catalogue) => {
  // A moment would need the reader's time zone.
  const words = { timeText: () => '', eventName }
  const withValues = ({ field, label, from, to, choices }: FieldChange): string => {
    if (from === undefined || to === undefined) return t(label)
    const sides = [from, to].map((value) => valueText(field, value, words, choices))
    return sides.every((text) => text !== '' && text.length <= longestValue)
      ? labelledText(t(label), sides.join(' → '))
      : t(label)
  }
  return ({ event, before, after }: ChangedRow): string => {
    if (before === null || after === null) return ''
    const entity = entityOf(event)
    const replacesSecret = event.endsWith('.secretReplaced')
    const changes = changesBetween(before, after, replacesSecret, (field) => fieldWords(entity, field))
    const [first] = changes
    if (first && changes.length === 1) return isPersonal(entity, first.field) ? t(first.label) : withValues(first)
    const labels = changes.slice(0, mostFields).map(({ label }) => t(label))
    return listText(labels) + (changes.length > mostFields ? t(' 等 {count} 项', { count: changes.length }) : '')
  }
}
export type SummarizeChange = ReturnType<typeof createChangeSummary>
