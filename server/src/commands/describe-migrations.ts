import type { MigrationEvent } from '../kernel/db/migrations/migration-events.ts'
import type { PlannedEffect, PlannedMigration } from '../kernel/db/migrations/plan-migrations.ts'
import type { LockMode, Work } from '../kernel/db/migrations/statement-locks.ts'

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

const describeTime = (seconds: number) => (seconds < 1 ? '不到 1 秒' : `约 ${Math.ceil(seconds)} 秒`)
const describeSize = (bytes: number) =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${Math.round(bytes / 1e6).toLocaleString('en')} MB`
const describeEffect = ({ table, lock, work, rows, bytes, seconds }: PlannedEffect) =>
  `    ${table}（${Math.round(rows).toLocaleString('en')} 行，${describeSize(bytes)}）：${locks[lock]}；${works[work]}，${describeTime(seconds)}`
const describeStatement = ({ text, effects }: PlannedMigration['statements'][number]) => {
  const [line = ''] = text.split('\n')
  if (effects === undefined) return [`  ${line}`, '    无法从语句判断所用的锁']
  return [`  ${line}`, ...(effects.length === 0 ? ['    不涉及已有的表'] : effects.map(describeEffect))]
}

/** Lines that show an operator what a migration will do. */
export const describePlanned = ({ name, kind, way, olderNodes, statements }: PlannedMigration): string[] => [
  `${name}：${kinds[kind]}，${ways[way]}`,
  ...(olderNodes.length > 0 ? [`  暂不执行：仍有旧版本节点运行（${olderNodes.join('、')}）`] : []),
  ...statements.flatMap(describeStatement),
]

/** A line that tells an operator how a migration goes. */
export const describeEvent = (event: MigrationEvent): string => {
  switch (event.step) {
    case 'waiting for another process':
      return '另一个进程正在迁移，等待其结束……'
    case 'applied':
      return `${event.name} 已完成，用时 ${(event.ms / 1000).toFixed(1)} 秒`
    case 'busy':
      return `${event.name} 未能及时取得锁，稍后重试（第 ${event.attempt} 次，最多 ${event.attempts} 次）${event.oldestTransaction && `；最早的未结束事务：${event.oldestTransaction}`}`
    case 'building index':
      return `${event.name} 正在建立索引：${event.phase}，${event.percent}%`
    case 'filling':
      return `${event.name} 正在补数据：第 ${event.pass} 遍，${event.percent}%，已改 ${event.rows.toLocaleString('en')} 行`
    case 'held back':
      return `${event.name} 暂不执行：仍有旧版本节点运行（${event.nodes.join('、')}）。这些节点停止后请再次执行`
  }
}
