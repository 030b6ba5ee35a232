import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogue } from '@atrium/contract/index.ts'
import packageJson from '../package.json' with { type: 'json' }
import { type App, buildApp } from './app.ts'
import type { Config } from './config/config.ts'
import { createAuthorization } from './features/access/authorization/index.ts'
import { loadAreas } from './features/system/areas/index.ts'
import { type Installed, install } from './install.ts'
import { connectAnnouncements } from './kernel/announcements.ts'
import { type Database, openDatabase } from './kernel/db/database.ts'
import type { ReportMigration } from './kernel/db/migrations/migration-events.ts'
import { type Migrations, readMigrations } from './kernel/db/migrations/migration-files.ts'
import { ensureServingLogin } from './kernel/db/serving-login.ts'
import { freeBytes } from './kernel/disk-space.ts'
import type { StoreMark } from './kernel/files/file-store.ts'
import { openFileStore } from './kernel/files/open-file-store.ts'
import { readStoreOwner } from './kernel/files/own-store.ts'
import { type NodeCondition, startHeartbeat } from './kernel/heartbeat.ts'
import { listenForMetrics } from './kernel/http/metrics-server.ts'
import { logAnnouncementEvents, logDatabaseEvents } from './kernel/log-outages.ts'
import type { Logger } from './kernel/logger.ts'
import { readQuiet } from './kernel/quiet.ts'
import { openLanguages } from './kernel/texts/languages.ts'
import { keepToSource, tell } from './kernel/texts/operator-language.ts'
import { type FollowOptions, followKey } from './key-rotation/follow-key.ts'
import { ownerDatabase } from './owner-database.ts'
import { migrationsFolder, prepareSchema } from './prepare-schema.ts'
import { secretKeysFor } from './secret-key.ts'
import { webPages } from './serve-web.ts'
import { waitForDatabase } from './wait-for-database.ts'

export type Running = {
  server: App['server']
  address: string
  installed: Installed
  /**
   * Stops accepting requests, finishes those in progress, and closes everything opened.
   * @param drainMs how long to announce draining before that
   */
  stop(drainMs: number): Promise<void>
}

/** Hash of the built web, whose pages name all their files; empty if it was not built. */
const webVersion = (folder: string) =>
  Promise.all(webPages.map((page) => readFile(join(folder, page)))).then(
    (pages) => createHash('sha256').update(Buffer.concat(pages)).digest('hex').slice(0, 12),
    () => '',
  )
/** Common reasons why listening fails, as messages for the operator. */
const throwListenError =
  ({ host, port }: Config) =>
  (error: NodeJS.ErrnoException): never => {
    const reasons: Record<string, string> = {
      EADDRINUSE: tell('端口 {port} 已被占用，请用环境变量 PORT 换一个', { port }),
      EACCES: tell('没有权限监听端口 {port}，请用环境变量 PORT 换一个大于 1023 的', { port }),
      EADDRNOTAVAIL: tell('本机没有地址 {host}，请检查环境变量 HOST', { host }),
      ENOTFOUND: tell('地址 {host} 无法解析，请检查环境变量 HOST', { host }),
    }
    throw new Error(reasons[error.code ?? ''] ?? error.message)
  }
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Where messages without a provider and audit checkpoints are written. */
const messageFolders = ({ dataDir }: Config) => ({
  outboxFolder: join(dataDir, 'outbox'),
  checkpointFolder: join(dataDir, 'checkpoints'),
})

/** Brings the schema and the reference data of a database up to date. */
const prepareDatabase = async (config: Config, ownerUrl: string, root: string, log: Logger) => {
  // What was applied is one line in the end.
  const report: ReportMigration = ({ step, ...event }) => log[step === 'applied' ? 'debug' : 'info'](event, step)
  const applied = await prepareSchema(config, ownerUrl, root, report)
  if (applied.length > 0) log.info({ applied }, 'migrated')
  const areas = await loadAreas(ownerUrl, join(root, 'server/reference/areas.tsv.br'))
  if (areas > 0) log.info({ areas }, 'areas loaded')
}

/** Lets upgrades and the other nodes know of this one. Takes what to do when an upgrade has left it behind. */
const joinNodes = (
  config: Config,
  { release, modules }: Pick<Migrations, 'release' | 'modules'>,
  database: Database,
  log: Logger,
  { readUsage, onTooOld }: { readUsage(): Pick<NodeCondition, 'streams' | 'caches'>; onTooOld(): void },
) => {
  const node = { name: config.nodeName, version: packageJson.version, release, modules, processes: [...config.process] }
  const onError = (error: unknown) => log.error({ err: error }, 'heartbeat failed')
  const readCondition = async () => {
    const { size, open, busy, waiting } = database.usage()
    return {
      pool: { size, open, busy, waiting },
      ...readUsage(),
      memoryBytes: process.memoryUsage.rss(),
      diskFreeBytes: await freeBytes(config.dataDir),
    }
  }
  return startHeartbeat(database, node, readCondition, onError, onTooOld)
}

/** Says in the log what keeps a restored copy apart from the installation that it was made of. */
const logCopy = async (database: Database, mark: StoreMark, log: Logger) => {
  const quiet = await readQuiet(database)
  if (quiet) {
    const said = tell(
      '该系统由备份 {restoredFrom} 恢复，处于静默状态：不发送消息，不运行后台任务。确认无误后运行 atrium wake',
      { restoredFrom: quiet.restoredFrom },
    )
    log.warn({ quietSince: quiet.since }, said)
  }
  if ((await readStoreOwner(database, mark)) === 'other')
    log.warn(tell('文件存储标明属于另一套系统，不会清理其中的文件'))
}

/**
 * Gives companies without a plan the standard one, beside serving.
 * @returns a function that ends it
 */
const assignStandardPlan = (database: Database, log: Logger) => {
  const abort = new AbortController()
  const report = (companies: number) => log.info({ companies }, 'standard plan given')
  const { rollOutStandardPlan } = createAuthorization(catalogue)
  const assignment = rollOutStandardPlan(database, report, abort.signal).catch((error) =>
    log.warn({ err: error }, 'giving the standard plan failed'),
  )
  return () => {
    abort.abort()
    return assignment
  }
}

/** Follows a rotation of the secret key. A node that lacks the new key ends: what it wrote could not be read. */
const followRotations = (node: Pick<FollowOptions, 'database' | 'keyring' | 'ownerUrl'>, log: Logger) =>
  followKey({
    ...node,
    onFinished: () => log.warn(tell('密钥轮换完成，请移除 SECRET_KEY_PREVIOUS')),
    onError: (error) => log.warn({ err: error }, 'following the secret key failed'),
    onLost(error) {
      // Outside of any promise, it ends the process.
      setImmediate(() => {
        throw error
      })
    },
  })

/**
 * Starts the product: database, migrations, first installation, server. Takes the configuration, the repository's
 * folder, and a signal that ends the wait for a database.
 * @throws an Error whose message is meant for the operator, after closing everything opened so far
 */
export const start = async (config: Config, root: string, log: Logger, signal: AbortSignal): Promise<Running> => {
  const closers: (() => unknown)[] = []
  const closeAll = async () => {
    for (const close of closers.reverse()) await close()
  }
  try {
    const patience = { signal, onWait: (message: string) => log.warn(message) }
    const owner = await ownerDatabase(config, (message) => log.warn(message), patience)
    closers.push(owner.stop)
    await prepareDatabase(config, owner.url, root, log)
    const { keyring, notes } = await secretKeysFor(config, owner.url)
    for (const note of notes) log.warn(note)
    const servingUrl = await ensureServingLogin(owner.url, config.servingLogin)
    const database = openDatabase(servingUrl, config.poolSize, logDatabaseEvents(log), config.databasePooler)
    closers.push(database.close)
    await waitForDatabase(() => database.statement({ text: 'select 1', values: [] }), patience)
    keepToSource()
    const installed = await install(database, config)
    const webFolder = join(root, 'web/dist')
    const version = await webVersion(webFolder)
    const announcements = await connectAnnouncements(config.redisUrl, logAnnouncementEvents(log))
    closers.push(announcements.close)
    const { trustedProxies, dnsServers, process, clamavSocket, areasPublicKey, openTargetNetworks } = config
    const schema = await readMigrations(migrationsFolder(root))
    const migrations = schema.files.map(({ name }) => name)
    const s3 = config.s3 && { bucket: config.s3, installation: installed.platformCompany }
    const siteOrigin = config.publicUrl === '' ? `http://localhost:${config.port}` : new URL(config.publicUrl).origin
    const { nodeName, accessLog } = config
    const serving = {
      process,
      nodeName,
      accessLog,
      trustedProxies,
      version,
      siteOrigin,
      dnsServers,
      ...messageFolders(config),
    }
    const storing = { fileStore: openFileStore(join(config.dataDir, 'files'), s3), clamavSocket, areasPublicKey }
    const left = new AbortController()
    let app: App | undefined
    const heartbeat = await joinNodes(config, schema, database, log, {
      // It joins before it serves.
      readUsage: () => ({ streams: app?.events.usage().streams ?? 0, caches: app?.caches ?? {} }),
      onTooOld: () => left.abort(),
    })
    closers.push(heartbeat.stop)
    app = await buildApp({
      ...serving,
      servingNodes: heartbeat.servingNodes,
      dataDir: config.dataDir,
      migrations,
      ...storing,
      platformCompany: installed.platformCompany,
      openTargetNetworks,
      database,
      log,
      secrets: keyring,
      announcements,
      languages: openLanguages(join(root, 'texts'), ...config.languageFolders),
      webFolder: version === '' ? undefined : webFolder,
    })
    const { server, metrics } = app
    // A load balancer finds it unready.
    left.signal.addEventListener('abort', () => server.beginDraining())
    await logCopy(database, storing.fileStore.mark, log)
    closers.push(followRotations({ database, keyring, ownerUrl: owner.url }, log))
    closers.push(await app.start())
    const address = await server.listen({ host: config.host, port: config.port }).catch(throwListenError(config))
    closers.push(() => server.close())
    closers.push(assignStandardPlan(database, log))
    await listenForMetrics(metrics, { host: config.metricsHost, port: config.metricsPort }).then(
      (close) => closers.push(close),
      (error) => log.warn({ err: error }, 'metrics are not served'),
    )
    return {
      server,
      address,
      installed,
      async stop(drainMs) {
        server.beginDraining()
        await sleep(drainMs)
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}
