import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { createFeatures, type Features } from './features.ts'
import { createEvents } from './kernel/events/events.ts'
import type { BasePorts } from './kernel/feature.ts'
import { createCompanyShares } from './kernel/http/company-shares.ts'
import { createCookies } from './kernel/http/cookies.ts'
import { registerProbes } from './kernel/http/probes.ts'
import { registerRoutes } from './kernel/http/register-routes.ts'
import { hardenServer, serverOptions } from './kernel/http/server-options.ts'
import { createWriteProbe } from './kernel/http/write-probe.ts'
import { createLimits } from './kernel/limits.ts'
import type { Logger } from './kernel/logger.ts'
import { createMetrics, type Metrics } from './kernel/metrics.ts'
import { createSecrets } from './kernel/secrets.ts'
import { serveWeb } from './serve-web.ts'

export type AppParts = Omit<BasePorts, 'limits' | 'secrets' | 'events'> & {
  log: Logger
  secretKey: string
  trustedProxies: string[]
  /** Whether this node serves event streams. */
  servesEvents: boolean
  /** Folder of the built web; undefined serves only the API. */
  webFolder: string | undefined
}
export type App = { server: FastifyInstance; metrics: Metrics } & Pick<Features, 'retention' | 'start'>

/** Builds the server: kernel, features, and the web on the same origin. Does not listen. */
export const buildApp = async (parts: AppParts): Promise<App> => {
  const { database, log, platformCompany } = parts
  const metrics = createMetrics()
  metrics.gauge('atrium_database_waiting', 'Requests waiting for a database connection', database.waiting)
  const limits = createLimits(database)
  const secrets = createSecrets(parts.secretKey)
  const cookies = createCookies(parts.siteOrigin.startsWith('https:'))
  const onError = (error: unknown) => log.warn({ err: error }, 'looking after open consoles failed')
  const events = createEvents({ ...parts, onError })
  const features = createFeatures({ ...parts, limits, secrets, events })
  const shares = createCompanyShares(features.companyShare, database.isBusy)
  metrics.gauge('atrium_company_refusals', 'Requests refused as their company asked too often', shares.refusals)
  const server = Fastify(serverOptions(parts.trustedProxies, shares.isOver))
  hardenServer(server)
  await server.register(cookie)
  await server.register(multipart, { limits: { files: 1, fields: 10, parts: 11 }, throwFileSizeLimit: false })
  // A shutdown does not wait for streams.
  server.addHook('preClose', events.close)
  registerProbes(server, createWriteProbe(database, parts.outboxFolder))
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
  }
  registerRoutes(server, kernel, features.routes)
  await serveWeb(server, parts.webFolder, features)
  return { server, metrics, retention: features.retention, start: features.start }
}
