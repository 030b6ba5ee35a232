import { join } from 'node:path'
import type { Config } from './config/config.ts'
import { findMissing, migrate } from './kernel/db/migrate.ts'
import type { ReportMigration } from './kernel/db/migrations/migration-events.ts'
import { joinTold, tell } from './kernel/texts/operator-language.ts'

/** The folder of migrations below the product's root folder. */
export const migrationsFolder = (root: string): string => join(root, 'server/migrations')

/**
 * Makes sure that the database has what this release needs. An external one in production is upgraded by
 * `atrium migrate --apply` alone, once it is installed (decision 126); all others are upgraded here.
 * @returns the names of the migrations applied
 * @throws an Error whose message is meant for the operator
 */
export const prepareSchema = async (
  { production, databaseUrl }: Pick<Config, 'production' | 'databaseUrl'>,
  ownerUrl: string,
  root: string,
  report?: ReportMigration,
): Promise<string[]> => {
  const folder = migrationsFolder(root)
  const missing = production && databaseUrl !== '' ? await findMissing(ownerUrl, folder, report) : undefined
  if (missing === undefined) return migrate(ownerUrl, folder, report)
  if (missing.length === 0) return []
  throw new Error(
    tell('数据库尚缺迁移 {missing}，请先运行 atrium migrate --apply', { missing: joinTold(missing, '、') }),
  )
}
