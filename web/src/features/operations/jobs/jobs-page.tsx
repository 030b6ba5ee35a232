import type { JobRow } from '@atrium/contract/features/operations/jobs/job-rows.ts'
import { jobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { runProgressed } from '@atrium/contract/kernel/job-topics.ts'
import { useEffect } from 'react'
import { subscribe } from '../../../kernel/api/topics.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { changeJob, isPossible, jobChanges, labelOf, pickEndpoint, questionFor, refetchJobs } from './job-acts.ts'
import { JobDetails } from './job-details.tsx'
import { JobProgress } from './job-progress.tsx'
import { kindNames, kindOptions, stateNames, stateOptions, stateTones } from './job-words.ts'
import { throttle } from './throttle.ts'
import './jobs.css'

const { list, get } = jobsContract
const refetchSoon = throttle(() => void refetchJobs(), 500)

const changes = jobChanges.flatMap((name) =>
  [true, false].map(
    (mine): RowAction<JobRow> => ({
      label: labelOf(name),
      endpoint: pickEndpoint(name, mine),
      danger: name === 'cancel',
      when: (row) => row.mine === mine && isPossible(name, row),
      confirm: (row) => ({
        title: questionFor(name, row)?.title ?? t('{label}“{title}”？', { label: labelOf(name), title: row.title }),
        body:
          questionFor(name, row)?.body ??
          (name === 'pause' ? t('当前批次结束后停止，可随时继续。') : t('将从上次停止处继续。')),
        run: () => changeJob(name, row),
      }),
    }),
  ),
)

/** The runs of the company's jobs, kept up to date by events. */
export const JobsPage = () => {
  useEffect(() => subscribe(runProgressed, refetchSoon), [])
  return (
    <ListPage
      contract={{ list }}
      texts={{
        noun: t('任务', { context: 'singular' }),
        purpose: t('查看导入、导出和批量操作的进度，可暂停、继续或取消。离开页面不影响执行。'),
        searchHint: t('任务、发起人'),
        rowName: ({ title }) => title,
      }}
      columns={[
        { field: 'title', title: t('任务', { context: 'singular' }), leastWidth: 200 },
        {
          field: 'state',
          title: t('状态'),
          width: 88,
          show: (state) => <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>,
        },
        { field: 'progress', title: t('进度'), leastWidth: 240, show: (_progress, row) => <JobProgress row={row} /> },
        { field: 'kind', title: t('类型'), width: 96, show: (kind) => kindNames[kind] },
        { field: 'by', title: t('发起人'), width: 120, show: (by) => by?.name ?? t('系统') },
        { field: 'createTime', title: t('发起时间'), width: 176, show: (at) => <Time at={at} /> },
        { field: 'endTime', title: t('结束时间'), width: 176, show: (at) => at && <Time at={at} /> },
      ]}
      filters={[
        { kind: 'select', name: 'kind', label: t('类型'), options: kindOptions },
        { kind: 'select', name: 'state', label: t('状态'), options: stateOptions },
        { kind: 'select', name: 'mine', label: t('发起人'), options: [{ value: '1', label: t('我发起的') }] },
        { kind: 'dateTimeRange', name: 'createTime', label: t('发起时间') },
      ]}
      actions={{ row: [{ label: t('详情'), endpoint: get, drawer: JobDetails }, ...changes] }}
    />
  )
}
