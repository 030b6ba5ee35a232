import type { CountedStatement, Installation, ShownSchedule } from '../features/operations/installation/index.ts'
import type { BackupRecord } from '../kernel/backup-records.ts'
import type { QueueState } from '../kernel/jobs/queue-state.ts'
import type { KnownNode } from '../kernel/nodes.ts'

const units = ['B', 'kB', 'MB', 'GB', 'TB']
const describeSize = (bytes: number): string => {
  const step = Math.min(units.length - 1, bytes === 0 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${units[step]}`
}
/** On this machine's clock. */
const describeTime = (time: string): string => new Date(time).toLocaleString('sv-SE')
const describeSeconds = (seconds: number): string => {
  if (seconds < 120) return `${Math.round(seconds)} 秒`
  return seconds < 7200 ? `${Math.round(seconds / 60)} 分钟` : `${Math.round(seconds / 3600)} 小时`
}

const describeNode = ({ name, version, startedAt, seenAt, processes, lost, condition }: KnownNode): string => {
  if (lost) return `${name}  ${version}  ${processes.join(',')}  已失联，最后报告 ${describeTime(seenAt)}`
  const known = `${name}  ${version}  ${processes.join(',')}  ${describeTime(startedAt)} 启动`
  if (!condition) return known
  const { pool, streams, memoryBytes, diskFreeBytes } = condition
  const disk = diskFreeBytes === null ? '' : `  磁盘可用 ${describeSize(diskFreeBytes)}`
  const connections = `连接 ${pool.busy}/${pool.size}${pool.waiting > 0 ? `（${pool.waiting} 个等待）` : ''}`
  return `${known}  ${connections}  事件流 ${streams}  内存 ${describeSize(memoryBytes)}${disk}`
}
const describeQueue = ({ name, ready, active, failed, oldestSeconds }: QueueState): string =>
  `${name}  待执行 ${ready}${oldestSeconds >= 1 ? `（最久 ${describeSeconds(oldestSeconds)}）` : ''}  执行中 ${active}  一天内放弃 ${failed}`
const isBusy = ({ ready, active, failed, oldestSeconds }: QueueState) =>
  ready + active + failed > 0 || oldestSeconds >= 1

const describeSchedule = (schedule: ShownSchedule): string => {
  const { name, title, startedAt, problem, nextAt, overdueSeconds } = schedule
  const last =
    startedAt === null ? '尚未执行' : `上次 ${describeTime(startedAt)}${problem === null ? '' : `，失败：${problem}`}`
  const late = overdueSeconds > 0 ? `，逾期 ${describeSeconds(overdueSeconds)}` : ''
  return `${name}  ${title}  ${last}${late}  ${nextAt === null ? '已暂停' : `下次 ${describeTime(nextAt)}`}`
}
const describeStatement = ({ text, calls, meanMs, totalMs }: CountedStatement): string =>
  `共 ${describeSeconds(totalMs / 1000)}  ${calls.toLocaleString('en')} 次  平均 ${meanMs.toFixed(1)} 毫秒  ${text.slice(0, 120)}`
const describeBackup = ({ kind, name, endedAt, problem }: BackupRecord): string =>
  `${kind === 'backup' ? '备份' : '备份验证'}  ${name}  ${describeTime(endedAt)}${problem === null ? '' : `，失败：${problem}`}`
const section = (title: string, lines: readonly string[], empty: string): string[] => [
  title,
  ...(lines.length > 0 ? lines : [empty]).map((line) => `  ${line}`),
]

/** The state of an installation as lines for an operator. */
export const describeInstallation = (state: Installation): string[] => {
  const { version, database, audit, migrations, runs } = state
  const connections = `${database.connections}/${database.maxConnections} 个连接`
  const checkpoint = audit.checkpointAt === null ? '尚无' : describeTime(audit.checkpointAt)
  const archived = audit.archivedRows > 0 ? `其中 ${audit.archivedRows.toLocaleString('en')} 条已归档，` : ''
  const pending = migrations.pending.length === 0 ? '' : `，待执行 ${migrations.pending.join('、')}`
  return [
    `Atrium ${version}，PostgreSQL ${database.version}，数据库 ${describeSize(database.bytes)}，${connections}`,
    ...(state.quiet ? [`恢复的副本，静默至执行 atrium wake（备份 ${state.quiet.restoredFrom}）`] : []),
    ...section('节点', state.nodes.map(describeNode), '没有运行中的节点'),
    ...section('队列', state.queues.filter(isBusy).map(describeQueue), '没有等待的任务'),
    ...section(
      '任务运行',
      [`排队 ${runs.queued}  运行中 ${runs.running}  已暂停 ${runs.paused}  一天内失败 ${runs.failed}`],
      '',
    ),
    ...section('定时任务', state.schedules.map(describeSchedule), '没有定时任务'),
    ...section(
      '最大的表',
      state.largestTables.map(
        ({ name, bytes, rows }) => `${name}  ${describeSize(bytes)}  约 ${rows.toLocaleString('en')} 行`,
      ),
      '没有表',
    ),
    ...(state.statements ? section('耗时最多的语句', state.statements.map(describeStatement), '没有语句') : []),
    ...section('备份', state.backups.map(describeBackup), '尚无备份'),
    ...section('审计', [`共 ${audit.rows.toLocaleString('en')} 条记录，${archived}最近的检查点：${checkpoint}`], ''),
    ...section('迁移', [`已执行 ${migrations.done} 个，最近的是 ${migrations.newest?.name ?? '–'}${pending}`], ''),
  ]
}
