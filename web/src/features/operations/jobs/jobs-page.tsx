import type { JobRow } from '@atrium/contract/features/operations/jobs/job-rows.ts'
import { jobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { runProgressed } from '@atrium/contract/kernel/job-topics.ts'
import { useEffect } from 'react'
import { subscribe } from '../../../kernel/api/topics.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { changeJob, isPossible, jobChanges, pickEndpoint, questionFor, refetchJobs } from './job-acts.ts'
import { JobDetails } from './job-details.tsx'
import { JobProgress } from './job-progress.tsx'
import { kindNames, kindOptions, stateNames, stateOptions, stateTones } from './job-words.ts'
import { throttle } from './throttle.ts'
import './jobs.css'

const { list, get } = jobsContract
const refetchSoon = throttle(() => void refetchJobs(), 500)

const changes = jobChanges.flatMap((label) =>
  [true, false].map(
    (mine): RowAction<JobRow> => ({
      label,
      endpoint: pickEndpoint(label, mine),
      danger: label === '取消',
      when: (row) => row.mine === mine && isPossible(label, row),
      confirm: (row) => ({
        title: questionFor(label, row)?.title ?? `${label}“${row.title}”？`,
        body:
          questionFor(label, row)?.body ??
          (label === '暂停' ? '当前批次结束后停止，可随时继续。' : '将从上次停止处继续。'),
        run: () => changeJob(label, row),
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
        noun: '任务',
        purpose: '查看导入、导出和批量操作的进度，可暂停、继续或取消。离开页面不影响执行。',
        searchHint: '任务、发起人',
        rowName: ({ title }) => title,
      }}
      columns={[
        { field: 'title', title: '任务', leastWidth: 200 },
        {
          field: 'state',
          title: '状态',
          width: 88,
          show: (state) => <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>,
        },
        { field: 'progress', title: '进度', leastWidth: 240, show: (_progress, row) => <JobProgress row={row} /> },
        { field: 'kind', title: '类型', width: 96, show: (kind) => kindNames[kind] },
        { field: 'by', title: '发起人', width: 120, show: (by) => by?.name ?? '系统' },
        { field: 'createTime', title: '发起时间', width: 176, show: (at) => <Time at={at} /> },
        { field: 'endTime', title: '结束时间', width: 176, show: (at) => at && <Time at={at} /> },
      ]}
      filters={[
        { kind: 'select', name: 'kind', label: '类型', options: kindOptions },
        { kind: 'select', name: 'state', label: '状态', options: stateOptions },
        { kind: 'select', name: 'mine', label: '发起人', options: [{ value: '1', label: '我发起的' }] },
        { kind: 'dateTimeRange', name: 'createTime', label: '发起时间' },
      ]}
      actions={{ row: [{ label: '详情', endpoint: get, drawer: JobDetails }, ...changes] }}
    />
  )
}
