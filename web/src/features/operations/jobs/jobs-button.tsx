import { jobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { ListChecks } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { BarButton } from '../../../ui/bar-button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { useRecentJobs } from './use-recent-jobs.ts'

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
      <BarButton
        ref={trigger}
        title={t('任务')}
        note={running > 0 ? t('{running} 个进行中', { running }) : undefined}
        badge={running > 0 ? String(running) : undefined}
        isOpen={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ListChecks size={18} aria-hidden="true" />
      </BarButton>
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
