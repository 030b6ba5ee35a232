import type { JobRow } from '@atrium/contract/features/operations/jobs/job-rows.ts'
import { jobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { JobButtons } from './job-buttons.tsx'
import { JobProgress } from './job-progress.tsx'
import { countText, kindNames, logText, stateNames, stateTones } from './job-words.ts'
import './jobs.css'

/** A run with its files, its changes and its log. */
export const JobDetails = ({ row, onClosed }: Pick<RowDrawerProps<JobRow>, 'row' | 'onClosed'>) => {
  const [isOpen, setOpen] = useState(true)
  const [ask, question] = useConfirm()
  const [drawer, open] = useOverlay()
  const read = useRead(jobsContract.get, { params: { id: row.id } }, { staleTime: 0 })
  return (
    <Drawer
      title={t('任务：{title}', { title: row.title })}
      open={isOpen}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <ReadState read={read}>
        {(job) => (
          <>
            <Facts
              facts={{
                状态: <Tag tone={stateTones[job.state]}>{stateNames[job.state]}</Tag>,
                类型: kindNames[job.kind],
                进度: <JobProgress row={job} />,
                结果: job.problem !== '' && countText(job),
                发起人: job.by?.name ?? t('系统'),
                发起时间: <Time at={job.createTime} />,
                开始时间: job.startTime && <Time at={job.startTime} />,
                结束时间: job.endTime && <Time at={job.endTime} />,
                操作: <JobButtons row={job} ask={ask} open={open} />,
              }}
            />
            <h3 className="job-section">{t('日志')}</h3>
            <ul className="job-log" aria-label={t('日志')}>
              {job.log.map((line) => (
                <li key={`${line.time} ${line.event} ${line.line}`}>
                  <Time at={line.time} />
                  <span>{logText(line)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </ReadState>
      {question}
      {drawer}
    </Drawer>
  )
}
