import { readConfig } from '../config/config.ts'
import { migrate } from '../kernel/db/migrate.ts'
import { planMigrations } from '../kernel/db/migrations/plan-migrations.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { migrationsFolder } from '../prepare-schema.ts'
import type { Command } from './command.ts'
import { describeEvent, describePlanned } from './describe-migrations.ts'
import { hasDatabase, withOwnerDatabase } from './with-owner-database.ts'

const isEmpty = '数据库是空的，将建立全部表结构'
type Print = (line: string) => void

const printPlan = async (ownerUrl: string, folder: string, print: Print) => {
  const plan = await planMigrations(ownerUrl, folder)
  if (plan === undefined) print(tell(isEmpty))
  else if (plan.length === 0) print(tell('没有待执行的迁移'))
  else {
    for (const planned of plan) describePlanned(planned).forEach(print)
    print(tell('用时按表的大小估算，视磁盘与负载可相差数倍'))
  }
}
const apply = async (ownerUrl: string, folder: string, print: Print) => {
  const applied = await migrate(ownerUrl, folder, (event) => print(describeEvent(event)))
  print(applied.length === 0 ? tell('没有执行迁移') : tell('已执行 {count} 个迁移', { count: applied.length }))
}

const usage = '--plan 或 --apply'
export const migrateCommand: Command = {
  summary: '查看或执行数据库迁移',
  usage,
  options: { plan: { type: 'boolean' }, apply: { type: 'boolean' } },
  async run({ values, env, root, print }) {
    if (values.plan === values.apply) {
      print(tell('用法：atrium migrate {usage}', { usage: tell(usage) }))
      return 2
    }
    const config = readConfig(env, root)
    if (values.plan && !hasDatabase(config)) print(tell(isEmpty))
    else {
      const work = values.plan ? printPlan : apply
      await withOwnerDatabase(config, print, (ownerUrl) => work(ownerUrl, migrationsFolder(root), print))
    }
    return 0
  },
}
