import type { JobRow } from '@atrium/contract/features/operations/jobs/job-rows.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { t } from '../../../ui/texts.ts'
import { countText, paceText, stateNames } from './job-words.ts'
import './jobs.css'

/** Whether a run has work before it. */
const isOpen = ({ state }: Pick<JobRow, 'state'>): boolean =>
  state === 'queued' || state === 'running' || state === 'paused'

/** How far a run has got, or what it has done in the end. */
export const JobProgress = ({ row }: { row: JobRow }) => {
  const counts = countText(row)
  if (!isOpen(row)) return <span className="job-counts">{row.problem || counts || t('无')}</span>
  const isUnknown = row.state === 'running' && row.total === null && row.progress === 0
  const notes = [counts, paceText(row)].filter(Boolean).join(' · ')
  return (
    <span className="job-progress">
      <ProgressBar
        label={labelledText(row.title, stateNames[row.state])}
        {...(isUnknown ? {} : { done: row.progress, all: 1 })}
      />
      {notes !== '' && <span className="job-counts">{notes}</span>}
    </span>
  )
}
