import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from './config/config.ts'
import { asOwner } from './kernel/db/as-owner.ts'
import { startEmbeddedPostgres } from './kernel/db/embedded-postgres.ts'
import { withHostFirst } from './kernel/db/server-hosts.ts'
import { tell } from './kernel/texts/operator-language.ts'
import { type Patience, waitForDatabase } from './wait-for-database.ts'

const minVersion = 150_000

const assertVersion = async (client: pg.Client) => {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  if ((rows[0]?.version ?? 0) < minVersion) throw new Error(tell('需要 PostgreSQL 15 或更新的版本'))
}

/**
 * The database with its owner's login: the one in `DATABASE_URL`, or an embedded PostgreSQL in the data folder. With
 * patience it waits for a database that is not there yet. Of several hosts, the one that was reached comes
 * first.
 * @throws an Error whose message is meant for the operator
 */
export const ownerDatabase = async (config: Config, onEvent: (message: string) => void, patience?: Patience) => {
  if (config.databaseUrl !== '') {
    const check = async (client: pg.Client, hostUrl: string) => {
      await assertVersion(client)
      return hostUrl
    }
    const connect = () => asOwner(config.databaseUrl, check, { connectionTimeoutMillis: 5000 })
    const reached = await (patience ? waitForDatabase(connect, patience) : connect()).catch((error: Error) => {
      throw new Error(tell('连接不上 DATABASE_URL 指定的数据库：{message}', { message: error.message }))
    })
    return { url: withHostFirst(config.databaseUrl, reached), stop: async () => undefined }
  }
  return startEmbeddedPostgres({ folder: join(config.dataDir, 'postgres'), durable: true, onEvent })
}
