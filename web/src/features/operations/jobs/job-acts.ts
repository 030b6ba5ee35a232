import type { JobRow } from '@atrium/contract/features/operations/jobs/job-rows.ts'
import { jobsContract, ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { saveFrom } from '../../../ui/save-from.ts'
import { t } from '../../../ui/texts.ts'

const { list, get, pause, resume, cancel, undo } = jobsContract
const { ownJob, recentJobs, pauseOwn, resumeOwn, cancelOwn, undoOwn, result, errors } = ownJobsContract

/** Everything that shows runs. */
const reads = [list, get, ownJob, recentJobs]
export const refetchJobs = async (): Promise<void> => void (await Promise.all(reads.map(invalidate)))

const changes = {
  pause: {
    label: t('暂停'),
    own: pauseOwn,
    any: pause,
    when: ({ state }: JobRow) => state === 'queued' || state === 'running',
  },
  resume: {
    label: t('继续'),
    own: resumeOwn,
    any: resume,
    when: ({ state }: JobRow) => state === 'paused',
  },
  cancel: {
    label: t('取消'),
    own: cancelOwn,
    any: cancel,
    when: ({ state }: JobRow) => state === 'queued' || state === 'running' || state === 'paused',
  },
  undo: {
    label: t('撤销'),
    own: undoOwn,
    any: undo,
    when: ({ undoable }: JobRow) => undoable,
  },
} as const
export type JobChange = keyof typeof changes

/** Changes of a run that people can ask for. */
export const jobChanges = Object.keys(changes) as JobChange[]
export const labelOf = (change: JobChange): string => changes[change].label
export const isPossible = (change: JobChange, row: JobRow): boolean => changes[change].when(row)
/** The call that changes a run: own runs need no permission. */
export const pickEndpoint = (change: JobChange, mine: boolean) => changes[change][mine ? 'own' : 'any']

/** Changes a run and shows what has become of it. */
export const changeJob = async (change: JobChange, { id, mine }: JobRow): Promise<void> => {
  const request = { params: { id } }
  if (mine) await call(changes[change].own, request)
  else await call(changes[change].any, request)
  await refetchJobs()
}

type Question = { title: string; body: string; danger: boolean }
/** What is asked before a run is changed; undefined if nothing is lost by it. */
export const questionFor = (change: JobChange, { title }: JobRow): Question | undefined => {
  if (change === 'cancel')
    return {
      title: t('取消“{title}”？', { title }),
      body: t('任务将在当前批次结束后停止，已完成的部分保持不变。'),
      danger: true,
    }
  if (change === 'undo')
    return {
      title: t('撤销“{title}”？', { title }),
      body: t('将逐条恢复到任务执行前的状态；此后又被修改的数据保持不变。'),
      danger: true,
    }
  return undefined
}

/** Files of a run that its caller may download, by their labels. */
export const fileLabels = { result: t('下载结果'), errors: t('下载错误明细') } as const
/**
 * Downloads a file of one's own run.
 * @throws once the failure is shown
 */
export const downloadFile = async (kind: keyof typeof fileLabels, id: string): Promise<void> => {
  const { url, name } = await call(kind === 'result' ? result : errors, { params: { id } })
  saveFrom(url, name)
}
