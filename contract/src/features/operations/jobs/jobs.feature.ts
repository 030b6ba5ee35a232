import type { Feature } from '../../../kernel/feature.ts'
import { jobsContract, ownJobsContract } from './jobs.contract.ts'
import { jobsErrors } from './jobs.errors.ts'

export const jobsFeature = {
  sort: 380,
  contracts: { jobs: jobsContract, ownJobs: ownJobsContract },
  errors: { jobs: jobsErrors },
  entities: { ownJob: 'job' },
  menus: [
    {
      code: 'sys.jobs',
      parent: 'operations',
      sort: 10,
      name: '任务',
      icon: 'clipboard-list',
      path: 'sys/jobs',
      component: 'sys/jobs',
      needs: 'sysJobs:list',
    },
  ],
} as const satisfies Feature

export const jobsWords = {
  sysJobs: '任务',
  'job.paused': '暂停任务',
  'job.resumed': '继续任务',
  'job.cancelled': '取消任务',
  'job.reverted': '撤销任务',
  'ownJob.paused': '暂停本人的任务',
  'ownJob.resumed': '继续本人的任务',
  'ownJob.cancelled': '取消本人的任务',
  'ownJob.reverted': '撤销本人的任务',
} as const
