import type { JobLogLine, JobRow } from '@atrium/contract/features/operations/jobs/job-rows.ts'
import { clausesText, labelledText, notedText } from '@atrium/contract/kernel/list-text.ts'
import { numberText } from '../../../ui/number-text.ts'
import { t } from '../../../ui/texts.ts'

export const kindNames: Readonly<Record<JobRow['kind'], string>> = {
  import: t('导入'),
  export: t('导出'),
  bulk: t('批量操作', { context: 'singular' }),
  undo: t('撤销'),
  system: t('系统任务'),
}
export const stateNames: Readonly<Record<JobRow['state'], string>> = {
  queued: t('排队中'),
  running: t('进行中'),
  paused: t('已暂停'),
  done: t('已完成'),
  failed: t('失败'),
  cancelled: t('已取消'),
  undone: t('已撤销'),
}
export const stateTones = {
  queued: 'plain',
  running: 'accent',
  paused: 'warn',
  done: 'good',
  failed: 'danger',
  cancelled: 'plain',
  undone: 'plain',
} as const satisfies Record<JobRow['state'], unknown>

const toOptions = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  (Object.entries(names) as [Value, string][]).map(([value, label]) => ({ value, label }))
export const kindOptions = toOptions(kindNames)
export const stateOptions = toOptions(stateNames)

const eventNames: Readonly<Record<Exclude<JobLogLine['event'], 'note'>, string>> = {
  requested: t('发起任务'),
  started: t('开始执行'),
  paused: t('暂停', { context: 'past' }),
  resumed: t('继续', { context: 'past' }),
  cancelled: t('取消', { context: 'past' }),
  done: t('执行完成'),
  failed: t('执行失败'),
  undone: t('已撤销'),
}
/** A line of a run's log in words. */
export const logText = ({ event, line, by }: JobLogLine): string => {
  if (event === 'note') return line
  const named = by ? notedText(eventNames[event], by.name) : eventNames[event]
  return line === '' ? named : labelledText(named, line)
}

const number = (value: number) => numberText(value, { maximumFractionDigits: value < 10 ? 1 : 0 })
/** How long something takes, as one would say it. */
const durationText = (seconds: number): string => {
  if (seconds < 60) return t('{value} 秒', { value: Math.max(1, seconds) })
  if (seconds < 3600) return t('{seconds} 分钟', { seconds: Math.round(seconds / 60) })
  return t('{seconds} 小时', { seconds: number(seconds / 3600) })
}
/** What a run has done so far, or in the end. */
export const countText = ({ trial, state, total, done, ok, failed, skipped }: JobRow): string => {
  if (state === 'queued' || state === 'running' || state === 'paused')
    return total === null
      ? done === 0
        ? ''
        : t('{done} 条', { done: number(done) })
      : t('{done} / {total} 条', { done: number(done), total: number(total) })
  const [good, bad] = trial
    ? [t('通过 {ok} 行', { ok: number(ok) }), t('拒绝 {failed} 行', { failed: number(failed) })]
    : [t('成功 {ok} 条', { ok: number(ok) }), t('失败 {failed} 条', { failed: number(failed) })]
  const parts = [
    ...(ok > 0 ? [good] : []),
    ...(failed > 0 ? [bad] : []),
    ...(skipped > 0 ? [t('跳过 {skipped} 条', { skipped: number(skipped) })] : []),
  ]
  return clausesText(parts)
}
/** Speed and time left of a run that moves; empty for any other. */
export const paceText = ({ speed, secondsLeft }: JobRow): string => {
  if (speed === null) return ''
  return secondsLeft === null
    ? t('每秒 {speed} 条', { speed: number(speed) })
    : t('每秒 {speed} 条，剩余约 {time}', { speed: number(speed), time: durationText(secondsLeft) })
}
