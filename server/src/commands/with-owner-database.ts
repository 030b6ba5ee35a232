import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { runningEmbeddedPostgres } from '../kernel/db/embedded-postgres-running.ts'
import { ownerDatabase } from '../owner-database.ts'

/** Whether there is a database; what only looks makes none. */
export const hasDatabase = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl !== '' || existsSync(join(dataDir, 'postgres/data'))

/**
 * Runs work on the database with its owner's login, and stops what it started for that. If the product is running, its
 * embedded database is used; a second one cannot start.
 */
export const withOwnerDatabase = async <T>(
  config: Config,
  print: (line: string) => void,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> => {
  const running = config.databaseUrl === '' && (await runningEmbeddedPostgres(join(config.dataDir, 'postgres')))
  if (running) return work(running)
  const owner = await ownerDatabase(config, print)
  try {
    return await work(owner.url)
  } finally {
    await owner.stop()
  }
}
