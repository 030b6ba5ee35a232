import {
  type InstallationState,
  installationContract,
} from '@atrium/contract/features/operations/installation/installation.contract.ts'
import { useCan } from '../../../kernel/access/use-can.ts'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { actionsWidth, type RowAction } from '../../../ui/row-actions.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { lengthText } from './installation-words.ts'
import { StateTable } from './state-table.tsx'
import { toColumn } from './to-column.ts'

type Schedule = InstallationState['schedules'][number]
const { state, runSchedule, pauseSchedule, resumeSchedule } = installationContract

const Outcome = ({ schedule: { startTime, problem } }: { schedule: Schedule }) => {
  if (startTime === null) return <Tag>{t('尚未执行')}</Tag>
  return <Tag tone={problem === null ? 'good' : 'danger'}>{problem === null ? t('成功') : t('失败')}</Tag>
}
const Next = ({ schedule: { nextTime, overdueSeconds } }: { schedule: Schedule }) => {
  if (nextTime === null) return <Tag tone="warn">{t('已暂停')}</Tag>
  if (overdueSeconds > 0)
    return <Tag tone="danger">{t('逾期 {overdueSeconds}', { overdueSeconds: lengthText(overdueSeconds) })}</Tag>
  return <Time at={nextTime} />
}
const columns = [
  toColumn<Schedule>(t('定时任务'), 160, ({ title, name }) => title || name, { grows: true }),
  toColumn<Schedule>(t('上次结果'), 96, (schedule) => <Outcome schedule={schedule} />),
  toColumn<Schedule>(t('上次执行'), 176, ({ startTime }) => startTime && <Time at={startTime} />),
  toColumn<Schedule>(t('下次执行'), 176, (schedule) => <Next schedule={schedule} />),
  toColumn<Schedule>(t('失败原因'), 200, ({ problem }) => problem && <EllipsisText>{problem}</EllipsisText>, {
    grows: true,
    stays: false,
  }),
]

type Change = typeof runSchedule | typeof pauseSchedule | typeof resumeSchedule
const change = async (endpoint: Change, { name }: Schedule) => {
  await call(endpoint, { params: { name } })
  await invalidate(state)
}

/** Work that is due by the clock, which can be run, paused and resumed. */
export const SchedulesTable = ({ schedules }: { schedules: readonly Schedule[] }) => {
  const [ask, question] = useConfirm()
  const can = useCan(runSchedule)
  const askToRun = (schedule: Schedule) =>
    ask({
      title: t('立即执行“{title}”？', { title: schedule.title }),
      body: t('将在一秒内开始，不影响原定时间。'),
      confirm: t('立即执行'),
      run: () => change(runSchedule, schedule),
    })
  const askToPause = (schedule: Schedule) =>
    ask({
      title: t('暂停“{title}”？', { title: schedule.title }),
      body: t('恢复之前不再按时执行，正在执行的不受影响。'),
      confirm: t('暂停'),
      danger: true,
      run: () => change(pauseSchedule, schedule),
    })
  const toActions = (schedule: Schedule): RowAction[] => [
    { label: t('立即执行'), run: () => askToRun(schedule) },
    schedule.nextTime === null
      ? {
          label: t('恢复', { context: 'resume' }),
          run: () => void change(resumeSchedule, schedule).catch(() => undefined),
        }
      : { label: t('暂停'), run: () => askToPause(schedule) },
  ]
  return (
    <>
      <StateTable<Schedule>
        title={t('定时任务')}
        columns={columns}
        rows={schedules}
        empty={t('没有定时任务')}
        actionWidth={actionsWidth([{ label: t('立即执行') }, { label: t('暂停') }])}
        {...(can && { actions: toActions })}
      />
      {question}
    </>
  )
}
