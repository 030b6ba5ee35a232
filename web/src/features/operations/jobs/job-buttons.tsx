import type { JobRow } from '@atrium/contract/features/operations/jobs/job-rows.ts'
import { lazy, useState } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Ask } from '../../../ui/confirm.tsx'
import { t } from '../../../ui/texts.ts'
import type { OpenOverlay } from '../../../ui/use-overlay.tsx'
import {
  changeJob,
  downloadFile,
  fileLabels,
  isPossible,
  type JobChange,
  jobChanges,
  labelOf,
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
      aria-label={t('{label}“{title}”', { label, title })}
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
  const change = async (name: JobChange) => {
    const asked = questionFor(name, row)
    if (asked)
      ask({
        ...asked,
        confirm: t('{label}任务', { label: labelOf(name) }),
        cancel: t('返回'),
        run: () => changeJob(name, row),
      })
    else await changeJob(name, row)
  }
  return (
    <span className="job-buttons">
      {mine && kind === 'bulk' && (
        <Button
          look="link"
          aria-label={t('查看“{title}”的明细', { title })}
          onClick={() => open((onClosed) => <BulkOfRun runId={id} onClosed={onClosed} />)}
        >
          {t('明细')}
        </Button>
      )}
      {mine &&
        downloads
          .filter((kind) => files.includes(kind))
          .map((kind) => <Act key={kind} label={fileLabels[kind]} title={title} run={() => downloadFile(kind, id)} />)}
      {jobChanges
        .filter((name) => isPossible(name, row))
        .map((name) => (
          <Can key={name} endpoint={pickEndpoint(name, mine)}>
            <Act label={labelOf(name)} title={title} danger={name === 'cancel'} run={() => change(name)} />
          </Can>
        ))}
    </span>
  )
}
