import type { BulkDetails } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import { labelledText, notedText } from '@atrium/contract/kernel/list-text.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { t } from '../../../ui/texts.ts'
import { BulkRows } from './bulk-rows.tsx'
import { DownloadPasswords } from './download-passwords.tsx'
import { useBulk } from './use-bulk.ts'
import './bulk.css'

type BulkPreviewProps = {
  created: BulkDetails
  danger?: boolean
  onDone: () => void
  onClosed: () => void
}
type Using = ReturnType<typeof useBulk>
/** Numbers of an impact that are shown. */
const shownNumbers = 12
const endings: Readonly<Record<string, string>> = { done: t('执行完成'), cancelled: t('已取消'), undone: t('已撤销') }

const isOpenRun = ({ state }: NonNullable<Using['run']>) =>
  state === 'queued' || state === 'running' || state === 'paused'

/** What the operation is about to do, does, or has done. */
const BulkSummary = ({ bulk, run }: Pick<Using, 'bulk' | 'run'>) => {
  const { state, total, verdicts, impact } = bulk
  const changed = t('已变更 {changed} 条', { changed: numberText(bulk.outcomes.changed) })
  if (run && isOpenRun(run))
    return (
      <div className="bulk-summary" role="status">
        <strong>{run.state === 'paused' ? t('已暂停') : state === 'checking' ? t('正在预检') : t('正在执行')}</strong>
        <ProgressBar label={run.title} done={run.done} all={run.total ?? total} />
        <span>{t('{done} / {total} 条', { done: numberText(run.done), total: numberText(run.total ?? total) })}</span>
        {state === 'started' && <span>{t('关闭后继续执行，可在“我的任务”中查看')}</span>}
      </div>
    )
  if (run?.state === 'failed')
    return (
      <div className="bulk-summary" role="alert">
        <strong>{state === 'checking' ? t('预检失败') : t('执行失败')}</strong>
        <span>{run.problem}</span>
        {state === 'started' && <span>{changed}</span>}
      </div>
    )
  if (state === 'checking') return <div role="status">{run?.state === 'cancelled' ? t('预检已取消') : ''}</div>
  if (state === 'started')
    return (
      <div className="bulk-summary" role="status">
        <strong>{endings[run?.state ?? 'done'] ?? endings.done}</strong>
        <span>
          {run?.state === 'undone' ? t('已恢复 {undone} 条', { undone: numberText(bulk.undos.undone) }) : changed}
        </span>
      </div>
    )
  return (
    <div className="bulk-summary" role="status">
      <strong>
        {t('共 {total} 条，将变更 {change} 条', { total: numberText(total), change: numberText(verdicts.change) })}
      </strong>
      {impact.slice(0, shownNumbers).map(({ name, count }) => (
        <span key={name}>{labelledText(name, numberText(count))}</span>
      ))}
    </div>
  )
}

/** Shows what an operation would do with each row, starts it, and takes it back. */
export const BulkPreview = ({ created, danger = false, onDone, onClosed }: BulkPreviewProps) => {
  const [isOpen, setOpen] = useState(true)
  const { bulk, run, busy, apply, undo } = useBulk(created, onDone)
  const { title, state, verdicts } = bulk
  const done = run && isOpenRun(run) ? t('关闭') : t('完成')
  const close = () => setOpen(false)
  return (
    <Drawer
      title={title}
      open={isOpen}
      width={720}
      onClose={close}
      onClosed={onClosed}
      footer={
        <div className="bulk-foot">
          <Button onClick={close}>{state === 'started' ? done : t('取消')}</Button>
          {state === 'checked' && (
            <Button look="primary" danger={danger} loading={busy} disabled={verdicts.change === 0} onClick={apply}>
              {notedText(title, numberText(verdicts.change))}
            </Button>
          )}
          {run && !isOpenRun(run) && <DownloadPasswords bulk={bulk} />}
          {run?.undoable && state === 'started' && (
            <Button loading={busy} onClick={undo}>
              {t('撤销')}
            </Button>
          )}
        </div>
      }
    >
      <BulkSummary bulk={bulk} run={run} />
      {state !== 'checking' && <BulkRows key={run?.state ?? state} bulk={bulk} />}
    </Drawer>
  )
}
