import type { JobRow } from '@atrium/contract/features/operations/jobs/job-rows.ts'
import { lazy, useState } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Ask } from '../../../ui/confirm.tsx'
import type { OpenOverlay } from '../../../ui/use-overlay.tsx'
import {
  changeJob,
  downloadFile,
  fileLabels,
  isPossible,
  type JobChange,
  jobChanges,
  pickEndpoint,
  questionFor,
} from './job-acts.ts'
import './jobs.css'

const BulkOfRun = lazy(async () => ({ default: (await import('../bulk/public/bulk-of-run.tsx')).BulkOfRun }))

type ActProps = { label: string; title: string; danger?: boolean; run: () => Promise<void> }
const Act = ({ label, title, danger = false, run }: ActProps) => {
  const [isRunning, setRunning] = useState(false)
  const start = async () => {
    setRunning(true)
    try {
      await run()
    } catch {
      // `call` has shown the failure.
    } finally {
      setRunning(false)
    }
  }
  return (
    <Button
      look="link"
      danger={danger}
      loading={isRunning}
      aria-label={`${label}“${title}”`}
      onClick={() => void start()}
    >
      {label}
    </Button>
  )
}

const downloads = ['result', 'errors'] as const

type JobButtonsProps = {
  row: JobRow
  /** Of an owner that stays while the question is open. */
  ask: Ask
  open: OpenOverlay
}

/** What can be done with a run at the moment: its files, and its changes. */
export const JobButtons = ({ row, ask, open }: JobButtonsProps) => {
  const { id, kind, title, mine, files } = row
  const change = async (label: JobChange) => {
    const asked = questionFor(label, row)
    if (asked) ask({ ...asked, confirm: `${label}任务`, cancel: '返回', run: () => changeJob(label, row) })
    else await changeJob(label, row)
  }
  return (
    <span className="job-buttons">
      {mine && kind === 'bulk' && (
        <Button
          look="link"
          aria-label={`查看“${title}”的明细`}
          onClick={() => open((onClosed) => <BulkOfRun runId={id} onClosed={onClosed} />)}
        >
          明细
        </Button>
      )}
      {mine &&
        downloads
          .filter((kind) => files.includes(kind))
          .map((kind) => <Act key={kind} label={fileLabels[kind]} title={title} run={() => downloadFile(kind, id)} />)}
      {jobChanges
        .filter((label) => isPossible(label, row))
        .map((label) => (
          <Can key={label} endpoint={pickEndpoint(label, mine)}>
            <Act label={label} title={title} danger={label === '取消'} run={() => change(label)} />
          </Can>
        ))}
    </span>
  )
}
