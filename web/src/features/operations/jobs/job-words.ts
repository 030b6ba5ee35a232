import type { JobLogLine, JobRow } from '@atrium/contract/features/operations/jobs/job-rows.ts'

export const kindNames: Readonly<Record<JobRow['kind'], string>> = {
  import: '导入',
  export: '导出',
  bulk: '批量操作',
  undo: '撤销',
  system: '系统任务',
}
export const stateNames: Readonly<Record<JobRow['state'], string>> = {
  queued: '排队中',
  running: '进行中',
  paused: '已暂停',
  done: '已完成',
  failed: '失败',
  cancelled: '已取消',
  undone: '已撤销',
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
  requested: '发起任务',
  started: '开始执行',
  paused: '暂停',
  resumed: '继续',
  cancelled: '取消',
  done: '执行完成',
  failed: '执行失败',
  undone: '已撤销',
}
/** A line of a run's log in words. */
export const logText = ({ event, line, by }: JobLogLine): string => {
  if (event === 'note') return line
  const who = by ? `（${by.name}）` : ''
  return `${eventNames[event]}${who}${line === '' ? '' : `：${line}`}`
}

const number = (value: number) => value.toLocaleString('zh-CN', { maximumFractionDigits: value < 10 ? 1 : 0 })
/** How long something takes, as one would say it. */
const durationText = (seconds: number): string => {
  if (seconds < 60) return `${Math.max(1, seconds)} 秒`
  if (seconds < 3600) return `${Math.round(seconds / 60)} 分钟`
  return `${number(seconds / 3600)} 小时`
}
/** What a run has done so far, or in the end. */
export const countText = ({ title, state, total, done, ok, failed, skipped }: JobRow): string => {
  if (state === 'queued' || state === 'running' || state === 'paused')
    return total === null ? (done === 0 ? '' : `${number(done)} 条`) : `${number(done)} / ${number(total)} 条`
  // A trial changes nothing: its rows pass or are refused. Only its title says that it is one.
  const [good, bad, unit] = title.startsWith('试运行') ? ['通过', '拒绝', '行'] : ['成功', '失败', '条']
  const parts = [
    ...(ok > 0 ? [`${good} ${number(ok)} ${unit}`] : []),
    ...(failed > 0 ? [`${bad} ${number(failed)} ${unit}`] : []),
    ...(skipped > 0 ? [`跳过 ${number(skipped)} 条`] : []),
  ]
  return parts.join('，')
}
/** Speed and time left of a run that moves; empty for any other. */
export const paceText = ({ speed, secondsLeft }: JobRow): string => {
  if (speed === null) return ''
  const left = secondsLeft === null ? '' : `，剩余约 ${durationText(secondsLeft)}`
  return `每秒 ${number(speed)} 条${left}`
}
