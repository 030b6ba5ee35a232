import type { MigrationEvent } from '../kernel/db/migrations/migration-events.ts'
import type { PlannedEffect, PlannedMigration } from '../kernel/db/migrations/plan-migrations.ts'
import type { LockMode, Work } from '../kernel/db/migrations/statement-locks.ts'
import { joinTold, tell } from '../kernel/texts/operator-language.ts'

const kinds: Record<PlannedMigration['kind'], string> = {
  initial: '初始表结构',
  expand: '扩展',
  fill: '补数据',
  contract: '收缩',
}
const ways: Record<PlannedMigration['way'], string> = {
  whole: '在一个事务中执行',
  concurrent: '在事务外逐条执行',
  batches: '分批执行，每批一个事务',
}
const locks: Record<LockMode, string> = {
  RowExclusiveLock: 'ROW EXCLUSIVE，仅占用所改的行',
  ShareUpdateExclusiveLock: 'SHARE UPDATE EXCLUSIVE，读写照常',
  ShareLock: 'SHARE，写入须等待',
  ShareRowExclusiveLock: 'SHARE ROW EXCLUSIVE，写入须等待',
  AccessExclusiveLock: 'ACCESS EXCLUSIVE，读写须等待',
}
const works: Record<Work, string> = {
  none: '与行数无关',
  scan: '读取全表',
  index: '读取全表并建立索引',
  rows: '改写行',
  rewrite: '重写全表',
}

const describeTime = (seconds: number) =>
  seconds < 1 ? tell('不到 1 秒') : tell('约 {seconds} 秒', { seconds: Math.ceil(seconds) })
const describeSize = (bytes: number) =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${Math.round(bytes / 1e6).toLocaleString('en')} MB`
const describeEffect = ({ table, lock, work, rows, bytes, seconds }: PlannedEffect) =>
  tell('    {table}（{rows} 行，{bytes}）：{lock}；{work}，{seconds}', {
    table,
    rows: Math.round(rows).toLocaleString('en'),
    bytes: describeSize(bytes),
    lock: tell(locks[lock]),
    work: tell(works[work]),
    seconds: describeTime(seconds),
  })
const describeStatement = ({ text, effects }: PlannedMigration['statements'][number]) => {
  const [line = ''] = text.split('\n')
  if (effects === undefined) return [`  ${line}`, tell('    无法从语句判断所用的锁')]
  return [`  ${line}`, ...(effects.length === 0 ? [tell('    不涉及已有的表')] : effects.map(describeEffect))]
}

/** Lines that show an operator what a migration will do. */
export const describePlanned = ({ name, kind, way, olderNodes, statements }: PlannedMigration): string[] => [
  joinTold([name, joinTold([tell(kinds[kind]), tell(ways[way])], '，')], '：'),
  ...(olderNodes.length > 0
    ? [tell('  暂不执行：仍有旧版本节点运行（{olderNodes}）', { olderNodes: joinTold(olderNodes, '、') })]
    : []),
  ...statements.flatMap(describeStatement),
]

/** A line that tells an operator how a migration goes. */
export const describeEvent = (event: MigrationEvent): string => {
  switch (event.step) {
    case 'waiting for another process':
      return tell('另一个进程正在迁移，等待其结束……')
    case 'applied':
      return tell('{name} 已完成，用时 {ms} 秒', { name: event.name, ms: (event.ms / 1000).toFixed(1) })
    case 'busy':
      return tell('{name} 未能及时取得锁，稍后重试（第 {attempt} 次，最多 {attempts} 次）{oldest}', {
        name: event.name,
        attempt: event.attempt,
        attempts: event.attempts,
        oldest:
          event.oldestTransaction &&
          tell('；最早的未结束事务：{oldestTransaction}', { oldestTransaction: event.oldestTransaction }),
      })
    case 'building index':
      return tell('{name} 正在建立索引：{phase}，{percent}%', {
        name: event.name,
        phase: event.phase,
        percent: event.percent,
      })
    case 'filling':
      return tell('{name} 正在补数据：第 {pass} 遍，{percent}%，已改 {rows} 行', {
        name: event.name,
        pass: event.pass,
        percent: event.percent,
        rows: event.rows.toLocaleString('en'),
      })
    case 'held back':
      return tell('{name} 暂不执行：仍有旧版本节点运行（{nodes}）。这些节点停止后请再次执行', {
        name: event.name,
        nodes: joinTold(event.nodes, '、'),
      })
  }
}
