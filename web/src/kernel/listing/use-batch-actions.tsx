import { lazy, type ReactNode } from 'react'
import type { Ask } from '../../ui/confirm.tsx'
import type { Ticks } from '../../ui/data-table-props.ts'
import { toast } from '../../ui/toast.ts'
import type { OpenOverlay } from '../../ui/use-overlay.tsx'
import { usePermittedActions } from '../access/use-permitted-actions.ts'
import { invalidate } from '../api/use-read.ts'
import type { BatchAction, BatchOutcome } from './batch-action.ts'
import { BatchBar } from './batch-bar.tsx'
import type { ListDeclaration } from './use-list-actions.tsx'
import { useTicks } from './use-ticks.ts'

const BatchResult = lazy(async () => ({ default: (await import('./batch-result.tsx')).BatchResult }))

/**
 * Permitted actions on several rows. Returns the table's ticks, absent without anything to do with them, and the bar
 * above ticked rows. In: whether ticked rows serve something else, too.
 */
export const useBatchActions = <Row extends { id: string }>(
  { contract: { list }, texts: { noun, nameOf = () => `该${noun}` }, actions }: ListDeclaration<Row>,
  rows: readonly Row[],
  open: OpenOverlay,
  ask: Ask,
  isNeeded: boolean,
): [Ticks<Row> | undefined, ReactNode] => {
  const permitted = usePermittedActions(actions.batch ?? [])
  const [ticked, ticks] = useTicks(rows, nameOf)

  const showOutcome = (label: string, outcome: BatchOutcome) => {
    ticks.onChange([])
    if (outcome.failed.length === 0) return toast.success('操作成功')
    const names = new Map(ticked.map((row) => [row.id, nameOf(row)]))
    open((onClosed) => (
      <BatchResult
        label={label}
        noun={noun}
        outcome={outcome}
        nameOf={(id) => names.get(id) ?? id}
        onClose={onClosed}
      />
    ))
  }
  const run = ({ label, danger = false, ...action }: BatchAction<Row>) => {
    if ('drawer' in action)
      return open((onClosed) => (
        <action.drawer rows={ticked} onDone={(outcome) => showOutcome(label, outcome)} onClosed={onClosed} />
      ))
    const { run, ...question } = action.confirm(ticked)
    ask({
      ...question,
      confirm: label,
      danger,
      run: async () => {
        const outcome = await run()
        await invalidate(list)
        showOutcome(label, outcome)
      },
    })
  }

  const bar = ticked.length > 0 && (
    <BatchBar
      count={`已选 ${ticked.length} 个${noun}`}
      actions={permitted}
      onChoose={run}
      onNone={() => ticks.onChange([])}
    />
  )
  return [permitted.length > 0 || isNeeded ? ticks : undefined, bar]
}
