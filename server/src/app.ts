import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import type { ProcessPart } from './config/process-parts.ts'
import { createFeatures } from './features.ts'
import type { CacheReads } from './kernel/cache.ts'
import { createCleanup } from './kernel/db/cleanup.ts'
import { createEvents, type Events } from './kernel/events/events.ts'
import type { BasePorts } from './kernel/feature.ts'
import { logAccess } from './kernel/http/access-log.ts'
import { callInProcess } from './kernel/http/call-in-process.ts'
import { createCompanyShares } from './kernel/http/company-shares.ts'
import { createCookies } from './kernel/http/cookies.ts'
import { useLanguageOfCalls } from './kernel/http/language-of-calls.ts'
import { registerProbes } from './kernel/http/probes.ts'
import { registerRawRoutes } from './kernel/http/raw-routes.ts'
import { registerRoutes } from './kernel/http/register-routes.ts'
import { hardenServer, serverOptions } from './kernel/http/server-options.ts'
import { createWriteProbe } from './kernel/http/write-probe.ts'
import { installationMetrics } from './kernel/installation-metrics.ts'
import { jobMetrics } from './kernel/jobs/job-metrics.ts'
import { createJobs } from './kernel/jobs/jobs.ts'
import { createLimits } from './kernel/limits.ts'
import type { Logger } from './kernel/logger.ts'
import { createMetrics, type Metrics } from './kernel/metrics.ts'
import { processMetrics } from './kernel/process-metrics.ts'
import { readQuiet, startWhenAwake } from './kernel/quiet.ts'
import { type Languages, openLanguages } from './kernel/texts/languages.ts'
import { createOnlineTexts } from './kernel/texts/online-texts.ts'
import { serveWeb } from './serve-web.ts'

export type AppParts = Omit<
  BasePorts,
  | 'exportSheet'
  | 'askModules'
  | 'catalogue'
  | 'languages'
  | 'onlineTexts'
  | 'limits'
  | 'events'
  | 'wakeJob'
  | 'callInProcess'
  | 'onError'
> & {
  log: Logger
  /** What the node does. */
  process: ReadonlySet<ProcessPart>
  /** Names this node in its metrics. */
  nodeName: string
  /** Where it keeps what is its own, whose free space it tells of. */
  dataDir: string
  /** Whether it logs each answer. */
  accessLog: boolean
  trustedProxies: string[]
  /** Without, everything is in the language of the code. */
  languages?: Languages
  /** Folder of the built web; undefined serves only the API. */
  webFolder: string | undefined
  /** How often a quiet installation looks whether it was woken. */
  wakePollMs?: number
  /** How often work for its jobs is looked for. */
  jobPollMs?: number
}
export type App = {
  server: FastifyInstance
  metrics: Metrics
  /** Open streams, and how long ago they were up to date. */
  events: Pick<Events, 'usage'>
  /** Reads of caches since the start, by name. */
  caches: Readonly<Record<string, CacheReads>>
  /**
   * Starts jobs and other work beside the requests.
   * @returns a function that stops it after the current batches
   */
  start(): Promise<() => Promise<void>>
}

/** Builds the server: kernel, features, and the web on the same origin. Does not listen. */
export const buildApp = async (parts: AppParts): Promise<App> => {
  const { database, log, platformCompany, process } = parts
  const languages = parts.languages ?? openLanguages()
  const onError = (error: unknown) => log.warn({ err: error }, 'work beside the requests failed')
  const metrics = createMetrics()
  const limits = createLimits(database)
  const { secrets } = parts
  const onlineTexts = createOnlineTexts({ ...parts, languages })
  const jobs = createJobs(
    {
      database,
      platformCompany,
      onError: (error) => log.warn({ err: error }, 'a job failed'),
      findCaller: (companyId, asker) => features.findCaller(companyId, asker),
      texts: onlineTexts,
    },
    { pollMs: parts.jobPollMs },
  )
  const isSecure = parts.siteOrigin.startsWith('https:')
  const cookies = createCookies(isSecure)
  const onRound = (ms: number) => metrics.time('atrium_event_round_seconds', ms)
  const events = createEvents({ ...parts, servesEvents: process.has('events'), onError, onRound })
  const features = createFeatures({
    ...parts,
    languages,
    onlineTexts,
    limits,
    events,
    wakeJob: jobs.wake,
    callInProcess: (call) => callInProcess(server, call),
    onError,
  })
  const shares = createCompanyShares(features.companyShare, database.isBusy, parts.servingNodes)
  const toContext = (accepted: string) => ({ language: languages.negotiate(accepted).tag, languages })
  const server = Fastify(serverOptions(parts.trustedProxies, shares.isOver, isSecure, toContext))
  hardenServer(server, isSecure)
  useLanguageOfCalls(server, languages, onlineTexts)
  if (parts.accessLog) logAccess(server, log)
  await server.register(cookie)
  await server.register(multipart, { limits: { files: 1, fields: 10, parts: 11 }, throwFileSizeLimit: false })
  // A shutdown does not wait for streams.
  server.addHook('preClose', events.close)
  const { isReady } = registerProbes(server, createWriteProbe(database, parts.outboxFolder))
  const build = { version: packageJson.version, node: parts.nodeName, runtime: globalThis.process.version }
  const own = processMetrics({ ...parts, build, events, shares, isReady })
  const sources = [...own, jobMetrics(database), ...installationMetrics(parts), ...features.metrics]
  for (const source of sources) metrics.addSource(source)
  const kernel = {
    ...features,
    database,
    limits,
    secrets,
    cookies,
    log,
    metrics,
    platformCompany,
    shares,
    fileStore: parts.fileStore,
    ownTexts: onlineTexts.ofCompany,
  }
  const served = features.routes.filter(
    ({ endpoint: { wire } }) => process.has('api') || (wire === 'stream' && process.has('events')),
  )
  const callAs = registerRoutes(server, kernel, served)
  if (process.has('api')) await registerRawRoutes(server, { ...kernel, callAs }, features.rawRoutes)
  if (process.has('api')) await serveWeb(server, parts.webFolder, { ...features, languages, onlineTexts })
  const start: App['start'] = async () => {
    const allJobs = [...features.jobs, createCleanup(database, features.retention)]
    const startJobs = () => jobs.start(allJobs, process.has('jobs'))
    // Requests queue jobs in a quiet installation too.
    if (await readQuiet(database)) await jobs.start(allJobs, false)
    const stopJobs = await startWhenAwake(database, startJobs, onError, parts.wakePollMs)
    const stopWorks = features.start(onError)
    return async () => void (await Promise.all([stopJobs(), stopWorks()]))
  }
  return { server, metrics, events, caches: features.caches, start }
}
