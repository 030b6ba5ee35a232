import type { BulkDetails } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { BulkRows } from './bulk-rows.tsx'
import { numberText } from './bulk-words.ts'
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
const endings: Readonly<Record<string, string>> = { done: '执行完成', cancelled: '已取消', undone: '已撤销' }

const isOpenRun = ({ state }: NonNullable<Using['run']>) =>
  state === 'queued' || state === 'running' || state === 'paused'

/** What the operation is about to do, does, or has done. */
const BulkSummary = ({ bulk, run }: Pick<Using, 'bulk' | 'run'>) => {
  const { state, total, verdicts, impact } = bulk
  const changed = `已变更 ${numberText(bulk.outcomes.changed)} 条`
  if (run && isOpenRun(run))
    return (
      <div className="bulk-summary" role="status">
        <strong>{run.state === 'paused' ? '已暂停' : state === 'checking' ? '正在预检' : '正在执行'}</strong>
        <ProgressBar label={run.title} done={run.done} all={run.total ?? total} />
        <span>{`${numberText(run.done)} / ${numberText(run.total ?? total)} 条`}</span>
        {state === 'started' && <span>关闭后继续执行，可在“我的任务”中查看</span>}
      </div>
    )
  if (run?.state === 'failed')
    return (
      <div className="bulk-summary" role="alert">
        <strong>{state === 'checking' ? '预检失败' : '执行失败'}</strong>
        <span>{run.problem}</span>
        {state === 'started' && <span>{changed}</span>}
      </div>
    )
  if (state === 'checking') return <div role="status">{run?.state === 'cancelled' ? '预检已取消' : ''}</div>
  if (state === 'started')
    return (
      <div className="bulk-summary" role="status">
        <strong>{endings[run?.state ?? 'done'] ?? endings.done}</strong>
        <span>{run?.state === 'undone' ? `已恢复 ${numberText(bulk.undos.undone)} 条` : changed}</span>
      </div>
    )
  return (
    <div className="bulk-summary" role="status">
      <strong>{`共 ${numberText(total)} 条，将变更 ${numberText(verdicts.change)} 条`}</strong>
      {impact.slice(0, shownNumbers).map(({ name, count }) => (
        <span key={name}>{`${name}：${numberText(count)}`}</span>
      ))}
    </div>
  )
}

/** Shows what an operation would do with each row, starts it, and takes it back. */
export const BulkPreview = ({ created, danger = false, onDone, onClosed }: BulkPreviewProps) => {
  const [isOpen, setOpen] = useState(true)
  const { bulk, run, busy, apply, undo } = useBulk(created, onDone)
  const { title, state, verdicts } = bulk
  const done = run && isOpenRun(run) ? '关闭' : '完成'
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
          <Button onClick={close}>{state === 'started' ? done : '取消'}</Button>
          {state === 'checked' && (
            <Button look="primary" danger={danger} loading={busy} disabled={verdicts.change === 0} onClick={apply}>
              {`${title}（${numberText(verdicts.change)}）`}
            </Button>
          )}
          {run && !isOpenRun(run) && <DownloadPasswords bulk={bulk} />}
          {run?.undoable && state === 'started' && (
            <Button loading={busy} onClick={undo}>
              撤销
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
