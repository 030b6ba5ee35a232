import type { CountedStatement, Installation, ShownSchedule } from '../features/operations/installation/index.ts'
import type { BackupRecord } from '../kernel/backup-records.ts'
import type { QueueState } from '../kernel/jobs/queue-state.ts'
import type { KnownNode } from '../kernel/nodes.ts'
import { joinTold, tell } from '../kernel/texts/operator-language.ts'

const units = ['B', 'kB', 'MB', 'GB', 'TB']
const describeSize = (bytes: number): string => {
  const step = Math.min(units.length - 1, bytes === 0 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${units[step]}`
}
/** On this machine's clock. */
const describeTime = (time: string): string => new Date(time).toLocaleString('sv-SE')
const describeSeconds = (seconds: number): string => {
  if (seconds < 120) return tell('{seconds} 秒', { seconds: Math.round(seconds) })
  return seconds < 7200
    ? tell('{seconds} 分钟', { seconds: Math.round(seconds / 60) })
    : tell('{seconds} 小时', { seconds: Math.round(seconds / 3600) })
}

const describeNode = ({ name, version, startedAt, seenAt, processes, lost, condition }: KnownNode): string => {
  if (lost)
    return tell('{name}  {version}  {processes}  已失联，最后报告 {seenAt}', {
      name,
      version,
      processes: processes.join(','),
      seenAt: describeTime(seenAt),
    })
  const known = tell('{name}  {version}  {processes}  {startedAt} 启动', {
    name,
    version,
    processes: processes.join(','),
    startedAt: describeTime(startedAt),
  })
  if (!condition) return known
  const { pool, streams, memoryBytes, diskFreeBytes } = condition
  const disk =
    diskFreeBytes === null ? '' : tell('  磁盘可用 {diskFreeBytes}', { diskFreeBytes: describeSize(diskFreeBytes) })
  const connections = tell('连接 {busy}/{size}{waiting}', {
    busy: pool.busy,
    size: pool.size,
    waiting: pool.waiting > 0 ? tell('（{waiting} 个等待）', { waiting: pool.waiting }) : '',
  })
  return tell('{known}  {connections}  事件流 {streams}  内存 {memoryBytes}{disk}', {
    known,
    connections,
    streams,
    memoryBytes: describeSize(memoryBytes),
    disk,
  })
}
const describeQueue = ({ name, ready, active, failed, oldestSeconds }: QueueState): string =>
  tell('{name}  待执行 {ready}{oldest}  执行中 {active}  一天内放弃 {failed}', {
    name,
    ready,
    oldest:
      oldestSeconds >= 1 ? tell('（最久 {oldestSeconds}）', { oldestSeconds: describeSeconds(oldestSeconds) }) : '',
    active,
    failed,
  })
const isBusy = ({ ready, active, failed, oldestSeconds }: QueueState) =>
  ready + active + failed > 0 || oldestSeconds >= 1

const describeSchedule = (schedule: ShownSchedule): string => {
  const { name, title, startedAt, problem, nextAt, overdueSeconds } = schedule
  const last =
    startedAt === null
      ? tell('尚未执行', { context: 'status' })
      : tell('上次 {startedAt}{outcome}', {
          startedAt: describeTime(startedAt),
          outcome: problem === null ? '' : tell('，失败：{problem}', { problem: tell(problem) }),
        })
  const late =
    overdueSeconds > 0 ? tell('，逾期 {overdueSeconds}', { overdueSeconds: describeSeconds(overdueSeconds) }) : ''
  return `${name}  ${tell(title)}  ${last}${late}  ${nextAt === null ? tell('已暂停', { context: 'status' }) : tell('下次 {nextAt}', { nextAt: describeTime(nextAt) })}`
}
const describeStatement = ({ text, calls, meanMs, totalMs }: CountedStatement): string =>
  tell('共 {totalMs}  {calls} 次  平均 {meanMs} 毫秒  {text}', {
    totalMs: describeSeconds(totalMs / 1000),
    calls: calls.toLocaleString('en'),
    meanMs: meanMs.toFixed(1),
    text: text.slice(0, 120),
  })
const describeBackup = ({ kind, name, endedAt, problem }: BackupRecord): string =>
  `${kind === 'backup' ? tell('备份') : tell('备份验证')}  ${name}  ${describeTime(endedAt)}${problem === null ? '' : tell('，失败：{problem}', { problem: tell(problem) })}`
const section = (title: string, lines: readonly string[], empty: string): string[] => [
  title,
  ...(lines.length > 0 ? lines : [empty]).map((line) => `  ${line}`),
]

/** The state of an installation as lines for an operator. */
export const describeInstallation = (state: Installation): string[] => {
  const { version, database, audit, migrations, runs } = state
  const connections = tell('{connections}/{maxConnections} 个连接', {
    connections: database.connections,
    maxConnections: database.maxConnections,
  })
  const checkpoint = audit.checkpointAt === null ? tell('尚无') : describeTime(audit.checkpointAt)
  const archived =
    audit.archivedRows > 0
      ? tell('其中 {archivedRows} 条已归档，', { archivedRows: audit.archivedRows.toLocaleString('en') })
      : ''
  const pending =
    migrations.pending.length === 0 ? '' : tell('，待执行 {pending}', { pending: joinTold(migrations.pending, '、') })
  return [
    tell('Atrium {version}，PostgreSQL {postgres}，数据库 {bytes}，{connections}', {
      version,
      postgres: database.version,
      bytes: describeSize(database.bytes),
      connections,
    }),
    ...(state.quiet
      ? [tell('恢复的副本，静默至执行 atrium wake（备份 {restoredFrom}）', { restoredFrom: state.quiet.restoredFrom })]
      : []),
    ...section(tell('节点'), state.nodes.map(describeNode), tell('没有运行中的节点')),
    ...section(tell('队列'), state.queues.filter(isBusy).map(describeQueue), tell('没有等待的任务')),
    ...section(
      tell('任务运行'),
      [
        tell('排队 {queued}  运行中 {running}  已暂停 {paused}  一天内失败 {failed}', {
          queued: runs.queued,
          running: runs.running,
          paused: runs.paused,
          failed: runs.failed,
        }),
      ],
      '',
    ),
    ...section(tell('定时任务'), state.schedules.map(describeSchedule), tell('没有定时任务')),
    ...section(
      tell('最大的表'),
      state.largestTables.map(({ name, bytes, rows }) =>
        tell('{name}  {bytes}  约 {rows} 行', { name, bytes: describeSize(bytes), rows: rows.toLocaleString('en') }),
      ),
      tell('没有表'),
    ),
    ...(state.statements
      ? section(tell('耗时最多的语句'), state.statements.map(describeStatement), tell('没有语句'))
      : []),
    ...section(tell('备份'), state.backups.map(describeBackup), tell('尚无备份')),
    ...section(
      tell('审计'),
      [
        tell('共 {rows} 条记录，{archived}最近的检查点：{checkpoint}', {
          rows: audit.rows.toLocaleString('en'),
          archived,
          checkpoint,
        }),
      ],
      '',
    ),
    ...section(
      tell('迁移'),
      [
        tell('已执行 {done} 个，最近的是 {name}{pending}', {
          done: migrations.done,
          name: migrations.newest?.name ?? '–',
          pending,
        }),
      ],
      '',
    ),
  ]
}
