import type { Config } from '../config/config.ts'
import { type Database, openDatabase } from '../kernel/db/database.ts'
import { findMissing } from '../kernel/db/migrate.ts'
import { ensureServingLogin } from '../kernel/db/serving-login.ts'
import { joinTold, tell } from '../kernel/texts/operator-language.ts'
import { migrationsFolder } from '../prepare-schema.ts'
import type { CommandInput } from './command.ts'
import { hasDatabase, withOwnerDatabase } from './with-owner-database.ts'

/**
 * Runs work on the installed database as nodes reach it, beside those that run.
 * @throws an Error for the operator if there is none, or if it lacks migrations of this release
 */
export const withServingDatabase = async <T>(
  config: Config,
  { root, print }: Pick<CommandInput, 'root' | 'print'>,
  work: (database: Database) => Promise<T>,
): Promise<T> => {
  if (!hasDatabase(config))
    throw new Error(tell('没有设置 DATABASE_URL，{dataDir} 里也没有数据库', { dataDir: config.dataDir }))
  return withOwnerDatabase(config, print, async (ownerUrl) => {
    const missing = await findMissing(ownerUrl, migrationsFolder(root))
    if (missing === undefined) throw new Error(tell('数据库尚未安装，请先启动一次服务'))
    if (missing.length > 0)
      throw new Error(
        tell('数据库尚缺迁移 {missing}，请先运行 atrium migrate --apply', { missing: joinTold(missing, '、') }),
      )
    const database = openDatabase(await ensureServingLogin(ownerUrl, config.servingLogin), 2)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  })
}
