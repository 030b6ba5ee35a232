import packageJson from '../../package.json' with { type: 'json' }
import { readConfig } from '../config/config.ts'
import { readInstallation } from '../features/operations/installation/index.ts'
import { findPlatformCompany } from '../features/tenancy/tenants/index.ts'
import { readMigrations } from '../kernel/db/migrations/migration-files.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { migrationsFolder } from '../prepare-schema.ts'
import type { Command } from './command.ts'
import { describeInstallation } from './describe-installation.ts'
import { withServingDatabase } from './with-serving-database.ts'

export const status: Command = {
  summary: '查看节点、队列、定时任务、数据库和版本的状态',
  usage: '[--json]',
  options: { json: { type: 'boolean' } },
  async run(input) {
    const { env, root, print, values } = input
    const { files } = await readMigrations(migrationsFolder(root))
    const state = await withServingDatabase(readConfig(env, root), input, async (database) => {
      const company = await database.read({ reach: 'platform' }, findPlatformCompany)
      if (!company) throw new Error(tell('数据库尚未安装，请先启动一次服务'))
      const parts = { database, platformCompany: company.id, version: packageJson.version }
      return readInstallation({ ...parts, migrations: files.map(({ name }) => name) })
    })
    if (values.json) print(JSON.stringify(state, null, 2))
    else for (const line of describeInstallation(state)) print(line)
    return 0
  },
}
