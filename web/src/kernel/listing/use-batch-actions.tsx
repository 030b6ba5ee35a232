import { lazy, type ReactNode, Suspense } from 'react'
import type { Ask } from '../../ui/confirm.tsx'
import type { Ticks } from '../../ui/data-table-props.ts'
import { nounInside } from '../../ui/noun.ts'
import { numberText } from '../../ui/number-text.ts'
import { t } from '../../ui/texts.ts'
import { toast } from '../../ui/toast.ts'
import type { OpenOverlay } from '../../ui/use-overlay.tsx'
import { usePermittedActions } from '../access/use-permitted-actions.ts'
import { invalidate } from '../api/use-read.ts'
import type { BatchAction, BatchOutcome } from './batch-action.ts'
import { useAllRows } from './use-all-rows.ts'
import type { ListDeclaration } from './use-list-actions.tsx'
import type { ShownList } from './use-shown-list.ts'
import { useTicks } from './use-ticks.ts'

const BatchBar = lazy(async () => ({ default: (await import('./batch-bar.tsx')).BatchBar }))
const BatchResult = lazy(async () => ({ default: (await import('./batch-result.tsx')).BatchResult }))

const number = (count: number, more: boolean) => `${numberText(count)}${more ? t(' 以上') : ''}`

/**
 * Permitted actions on several rows. Takes whether ticked rows serve something else, too.
 * @returns the table's ticks, absent without anything to do with them, and the bar above ticked rows
 */
export const useBatchActions = <Row extends { id: string }>(
  {
    contract,
    texts: { noun, rowName = () => t('该{noun}', { noun: nounInside(noun) }) },
    actions,
  }: ListDeclaration<Row>,
  list: Pick<ShownList<Row>, 'rows' | 'state' | 'total' | 'more'>,
  open: OpenOverlay,
  ask: Ask,
  isNeeded: boolean,
): [Ticks<Row> | undefined, ReactNode] => {
  const permitted = usePermittedActions(actions.batch ?? [])
  const [ticked, ticks] = useTicks(list.rows, rowName)
  const { isAll, selection, count, more, ...all } = useAllRows(list, ticked)
  const offersAll = permitted.some((action) => 'bulk' in action) && list.total > ticked.length && !isAll

  const choose = (ids: readonly string[]) => {
    all.leave()
    ticks.onChange(ids)
  }
  const showOutcome = (label: string, outcome: BatchOutcome) => {
    choose([])
    if (outcome.failed.length === 0) return toast.success(t('操作成功'))
    const names = new Map(ticked.map((row) => [row.id, rowName(row)]))
    open((onClosed) => (
      <BatchResult
        label={label}
        noun={noun}
        outcome={outcome}
        toName={(id) => names.get(id) ?? id}
        onClose={onClosed}
      />
    ))
  }
  const showChanged = () => {
    choose([])
    void invalidate(contract.list)
  }
  const run = ({ label, danger = false, ...action }: BatchAction<Row>) => {
    if ('bulk' in action)
      return open((onClosed) => (
        <action.bulk selection={selection} count={count} more={more} onClosed={onClosed} onDone={showChanged} />
      ))
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
        await invalidate(contract.list)
        showOutcome(label, outcome)
      },
    })
  }

  // Actions that name rows one by one need them on screen.
  const shown = isAll ? permitted.filter((action) => 'bulk' in action) : permitted
  const bar = ticked.length > 0 && (
    <Suspense>
      <BatchBar
        count={
          isAll
            ? t('已选全部 {count} 个{noun}', { count: number(count, more), noun })
            : t('已选 {count} 个{noun}', { count, noun })
        }
        actions={shown.map(({ label, danger = false }) => ({ label, danger }))}
        all={
          offersAll
            ? { label: t('选择全部 {total} 个', { total: number(list.total, list.more) }), onChoose: all.choose }
            : undefined
        }
        onChoose={({ label }) => {
          const action = shown.find((each) => each.label === label)
          if (action) run(action)
        }}
        onNone={() => choose([])}
      />
    </Suspense>
  )
  return [permitted.length > 0 || isNeeded ? { ...ticks, onChange: choose } : undefined, bar]
}
