import { jobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { ListChecks } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { useRecentJobs } from './use-recent-jobs.ts'
import './jobs-button.css'

const JobsPanel = lazy(async () => ({ default: (await import('./jobs-panel.tsx')).JobsPanel }))

type JobsButtonProps = {
  /** Address of all runs, for those who may see them. */
  all: string
}

/** The caller's runs in the top bar: how many are open, and what has become of the others. Nothing without any. */
export const JobsButton = ({ all }: JobsButtonProps) => {
  const jobs = useRecentJobs()
  const canList = useCan(jobsContract.list)
  const [ask, question] = useConfirm()
  const [drawer, open] = useOverlay()
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const running = jobs.filter(({ state }) => state === 'queued' || state === 'running' || state === 'paused').length
  if (jobs.length === 0) return null
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className="jobs-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={running > 0 ? `任务，${running} 个进行中` : '任务'}
        title="任务"
        onClick={() => setOpen(!isOpen)}
      >
        <ListChecks size={18} aria-hidden="true" />
        {running > 0 && (
          <span className="jobs-badge" aria-hidden="true">
            {running}
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense>
          <JobsPanel
            beside={trigger}
            jobs={jobs}
            all={canList ? all : undefined}
            ask={ask}
            open={open}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
      {question}
      {drawer}
    </>
  )
}
