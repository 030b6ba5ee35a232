import { join } from 'node:path'
import { buildApp } from '../../app.ts'
import type { Config } from '../../config/config.ts'
import { noAnnouncements } from '../../kernel/announcements.ts'
import { asOwner } from '../../kernel/db/as-owner.ts'
import { openDatabase } from '../../kernel/db/database.ts'
import { ensureServingLogin } from '../../kernel/db/serving-login.ts'
import { openFileStore } from '../../kernel/files/open-file-store.ts'
import { createLogger } from '../../kernel/logger.ts'
import { hashPassword } from '../../kernel/password-hash.ts'
import { secretKeysFor } from '../../secret-key.ts'
import { fillPages } from './fill-pages.ts'

type Installation = { ownerUrl: string; config: Config; platformCompany: string; password: string }

/** Fills the pages of an installed and seeded database. The product runs in this process for that, and listens nowhere. */
export const fillInstallation = async ({
  ownerUrl,
  config,
  platformCompany,
  password,
}: Installation): Promise<void> => {
  const { keyring } = await secretKeysFor(config, ownerUrl)
  const database = openDatabase(await ensureServingLogin(ownerUrl, config.servingLogin), 4)
  const { server, start } = await buildApp({
    ...config,
    process: new Set(['api']),
    accessLog: false,
    version: '',
    siteOrigin: `http://localhost:${config.port}`,
    outboxFolder: join(config.dataDir, 'outbox'),
    checkpointFolder: join(config.dataDir, 'checkpoints'),
    servingNodes: () => 1,
    migrations: [],
    fileStore: openFileStore(
      join(config.dataDir, 'files'),
      config.s3 && { bucket: config.s3, installation: platformCompany },
    ),
    platformCompany,
    database,
    log: createLogger('silent'),
    secrets: keyring,
    announcements: noAnnouncements,
    webFolder: undefined,
  })
  // Calls may queue jobs, which run when the product starts.
  const stop = await start()
  try {
    const passwordHash = await hashPassword(password)
    await asOwner(ownerUrl, (client) =>
      fillPages({
        server,
        secrets: keyring,
        passwordHash,
        sql: async (text, values) => (await client.query(text, values)).rows,
      }),
    )
  } finally {
    await stop()
    await server.close()
    await database.close()
  }
}
