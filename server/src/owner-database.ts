import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from './kernel/config.ts'
import { asOwner } from './kernel/db/as-owner.ts'
import { startEmbeddedPostgres } from './kernel/db/embedded-postgres.ts'

const oldest = 150_000

const refuseOldServer = async (client: pg.Client) => {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  if ((rows[0]?.version ?? 0) < oldest) throw new Error('需要 PostgreSQL 15 或更新的版本')
}

/**
 * The database as its owner sees it: the one `DATABASE_URL` names, or an embedded PostgreSQL in the data folder.
 * Throws with a sentence for the operator when neither can be had.
 */
export const ownerDatabase = async (config: Config, onEvent: (message: string) => void) => {
  if (config.databaseUrl !== '') {
    await asOwner(config.databaseUrl, refuseOldServer, { connectionTimeoutMillis: 5000 }).catch((error: Error) => {
      throw new Error(`连接不上 DATABASE_URL 指定的数据库：${error.message}`)
    })
    return { url: config.databaseUrl, stop: async () => undefined }
  }
  return startEmbeddedPostgres({ folder: join(config.dataDir, 'postgres'), durable: true, onEvent })
}
