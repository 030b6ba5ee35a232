import type { JobRow } from '@atrium/contract/features/operations/jobs/job-rows.ts'
import type { RefObject } from 'react'
import { Link } from 'react-router'
import type { Ask } from '../../../ui/confirm.tsx'
import { PopupPanel } from '../../../ui/popup-panel.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import type { OpenOverlay } from '../../../ui/use-overlay.tsx'
import { JobButtons } from './job-buttons.tsx'
import { JobProgress } from './job-progress.tsx'
import { stateNames, stateTones } from './job-words.ts'
import './jobs-panel.css'

type JobsPanelProps = {
  beside: RefObject<HTMLElement | null>
  jobs: readonly JobRow[]
  all: string | undefined
  /** Question and drawer outlive the panel, which closes when it opens. */
  ask: Ask
  open: OpenOverlay
  onClose: () => void
}

/** The caller's runs below the top bar. */
export const JobsPanel = ({ beside, jobs, all, ask, open, onClose }: JobsPanelProps) => (
  <PopupPanel title={t('我的任务')} beside={beside} onClose={onClose}>
    <div className="jobs-panel">
      <ul className="jobs-rows" aria-label={t('我的任务')}>
        {jobs.map((row) => (
          <li key={row.id}>
            <span className="jobs-head">
              <span className="jobs-title" title={row.title}>
                {row.title}
              </span>
              <Tag tone={stateTones[row.state]}>{stateNames[row.state]}</Tag>
            </span>
            <JobProgress row={row} />
            <JobButtons row={row} ask={ask} open={open} />
          </li>
        ))}
      </ul>
      <footer className="jobs-foot">
        <span>{t('离开页面不影响执行')}</span>
        {all !== undefined && (
          <Link to={all} onClick={onClose}>
            {t('查看全部')}
          </Link>
        )}
      </footer>
    </div>
  </PopupPanel>
)
