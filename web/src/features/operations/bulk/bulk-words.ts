import type { BulkDetails } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import type { BulkOutcome, BulkUndo, BulkVerdict } from '@atrium/contract/kernel/bulk.ts'
import { numberText } from '../../../ui/number-text.ts'
import { t } from '../../../ui/texts.ts'

const verdictNames: Readonly<Record<BulkVerdict, string>> = {
  change: t('将变更'),
  same: t('无需变更'),
  refused: t('不允许'),
  conflict: t('有冲突'),
}
const { change: _change, ...others } = verdictNames
const outcomeNames: Readonly<Record<BulkOutcome, string>> = { ...others, changed: t('已变更') }
const undoNames: Readonly<Record<BulkUndo, string>> = {
  undone: t('已恢复'),
  refused: t('不允许恢复'),
  conflict: t('已被修改，未恢复'),
}

/** A part of the rows: its tab, and the filter that lists it. */
export type RowsTab = {
  key: string
  text: string
  /** Whether its rows have a reason. */
  explained: boolean
  filter: { 'f.verdict': BulkVerdict } | { 'f.outcome': BulkOutcome } | { 'f.undo': BulkUndo }
}
const unexplained: readonly string[] = ['change', 'changed', 'undone']
const buildTabs = <W extends string>(
  names: Readonly<Record<W, string>>,
  counts: Readonly<Record<W, number>>,
  toFilter: (word: W) => RowsTab['filter'],
): RowsTab[] =>
  (Object.keys(counts) as W[]).flatMap((word) => {
    const filter = toFilter(word)
    const key = `${Object.keys(filter).join()}:${word}`
    const text = `${names[word]} ${numberText(counts[word])}`
    return counts[word] > 0 ? { key, text, filter, explained: !unexplained.includes(word) } : []
  })

/** The rows by what becomes of them, as far as the operation has come. */
export const tabsFor = ({ state, verdicts, outcomes, undos }: BulkDetails): RowsTab[] => {
  const undone = buildTabs(undoNames, undos, (undo) => ({ 'f.undo': undo }))
  if (undone.length > 0) return undone
  const before = buildTabs(verdictNames, verdicts, (verdict) => ({ 'f.verdict': verdict }))
  if (state !== 'started') return before
  const done = buildTabs(outcomeNames, outcomes, (outcome) => ({ 'f.outcome': outcome }))
  return [...done, ...before.filter(({ key }) => key !== 'f.verdict:change')]
}
