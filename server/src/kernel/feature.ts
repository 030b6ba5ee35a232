import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Announcements } from './announcements.ts'
import type { AnyBulkSource } from './bulk/bulk-source.ts'
import type { CacheReads } from './cache.ts'
import type { Database, Tables } from './db/database.ts'
import type { Events } from './events/events.ts'
import type { FileStore } from './files/file-store.ts'
import type { CallInProcess } from './http/call-in-process.ts'
import type { ConstraintErrors } from './http/error-reply.ts'
import type { Route } from './http/implement.ts'
import type { RawRoute } from './http/raw-routes.ts'
import type { AnyJob } from './jobs/define-job.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Limits } from './limits.ts'
import type { MetricSource } from './metrics.ts'
import type { AskModules, ModuleHooks } from './module-hooks.ts'
import type { FieldMasks } from './restrictions.ts'
import type { Secrets } from './secrets.ts'
import type { ExportSheet } from './sheets/export-sheet.ts'
import type { ResolveReferences } from './sheets/imported-rows.ts'
import type { ReadSheetOptions } from './sheets/sheet-options.ts'
import type { SheetSource } from './sheets/sheet-source.ts'
import type { Languages } from './texts/languages.ts'
import type { OnlineTexts } from './texts/online-texts.ts'

/** What the process offers to every feature. */
export type BasePorts = {
  database: Database
  /** What the product consists of: endpoints, permissions, menus, errors and events of all features. */
  catalogue: Catalogue
  limits: Limits
  secrets: Secrets
  announcements: Announcements
  events: Events
  platformCompany: string
  version: string
  /** Names of this release's migrations. */
  migrations: readonly string[]
  /** Public origin of the console; passkeys are bound to it. */
  siteOrigin: string
  /** DNS servers to query; empty: the system's. */
  dnsServers: readonly string[]
  /** Folder for messages of channels without a provider. */
  outboxFolder: string
  /** Folder of the signed audit checkpoints, for export. */
  checkpointFolder: string
  /** Where files lie. */
  fileStore: FileStore
  /** Socket of the virus scanner; empty: none. */
  clamavSocket: string
  /** Raw Ed25519 public key of the publisher of areas, as base64; empty: areas are updated by releases alone. */
  areasPublicKey: string
  /** Networks to which calls of open APIs may be forwarded, beside public addresses. */
  openTargetNetworks: readonly string[]
  /** Nodes that answer requests, this one included. */
  servingNodes(): number
  /** Runs a trigger at once, if this node works. Called after the commit. */
  wakeJob: Jobs['wake']
  /** Calls a route of this node, once it serves. */
  callInProcess: CallInProcess
  /** In which the product speaks. */
  languages: Languages
  /** What is written online. */
  onlineTexts: OnlineTexts
  /** Exports lists as .xlsx or CSV. */
  exportSheet: ExportSheet
  /** Asks modules before a change that they may stand before. */
  askModules: AskModules
  /** Reports errors that reach no caller. */
  onError(error: unknown): void
}

/** A column that holds codes of a dictionary: its group, and what a row of the table is called. */
export type DictionaryUse = {
  readonly group: string
  readonly table: keyof Tables & string
  readonly column: string
  readonly name: string
}

/** The table of an entity that has custom fields, with the column `custom`. */
export type CustomTable = { readonly entity: string; readonly table: keyof Tables & string }

/** What each node does for itself beside its requests. `start` returns a function that stops it. */
export type Work = { start(onError: (error: unknown) => void): () => Promise<void> }

/** What a feature adds to the product. Its object may also carry ports that it offers to later features. */
export type Feature = {
  routes: readonly Route[]
  /** Errors for database constraints, violated when a race gets past the checks of a service. */
  constraints?: ConstraintErrors
  /** Masks of rows in replies, for callers with restricted fields. */
  fieldMasks?: FieldMasks
  /** SQL statements that delete expired rows. */
  retention?: readonly string[]
  /** Where rows hold codes of dictionaries: a code in use is not deleted. */
  dictionaryUses?: readonly DictionaryUse[]
  /** Where its entities keep the values of custom fields. */
  customTables?: readonly CustomTable[]
  /** What can be exported of its entities, and imported. */
  sheets?: readonly SheetSource[]
  /** What can be done with many rows of its entities. */
  bulks?: readonly AnyBulkSource[]
  /** Entries of drop-downs for columns that refer to its entities, by entity. */
  sheetOptions?: Readonly<Record<string, ReadSheetOptions>>
  /** Ids of its rows for what cells of other entities say, by entity; without it, what they say is sent. */
  sheetReferences?: Readonly<Record<string, ResolveReferences>>
  jobs?: readonly AnyJob[]
  /** What it tells of at each scrape. */
  metrics?: readonly MetricSource[]
  /** Caches that are worth watching, by what they are called there. */
  caches?: Readonly<Record<string, CacheReads>>
  works?: readonly Work[]
  /** What it does before and after changes of the core. */
  hooks?: ModuleHooks
  /** Routes that answer by a protocol of their own. */
  rawRoutes?: readonly RawRoute[]
}

const collectCaches = (features: readonly Feature[]): Readonly<Record<string, CacheReads>> =>
  Object.assign({}, ...features.map(({ caches }) => caches))

const cacheMetrics = (features: readonly Feature[]): MetricSource => {
  const caches = Object.entries(collectCaches(features))
  return {
    names: ['atrium_cache_reads_total'],
    read: () => ({
      atrium_cache_reads_total: caches.flatMap(([cache, { hit, miss }]) => [
        { labels: { cache, result: 'hit' }, value: hit },
        { labels: { cache, result: 'miss' }, value: miss },
      ]),
    }),
  }
}

const collectParts = (features: readonly Feature[]) => ({
  routes: features.flatMap(({ routes }) => routes),
  constraints: Object.assign({}, ...features.map(({ constraints }) => constraints)) as ConstraintErrors,
  fieldMasks: Object.assign({}, ...features.map(({ fieldMasks }) => fieldMasks)) as FieldMasks,
  retention: features.flatMap(({ retention = [] }) => retention),
  dictionaryUses: features.flatMap(({ dictionaryUses = [] }) => dictionaryUses),
  customTables: features.flatMap(({ customTables = [] }) => customTables),
  sheets: features.flatMap(({ sheets = [] }) => sheets),
  bulks: features.flatMap(({ bulks = [] }) => bulks),
  sheetOptions: Object.assign({}, ...features.map(({ sheetOptions }) => sheetOptions)) as Readonly<
    Record<string, ReadSheetOptions>
  >,
  sheetReferences: Object.assign({}, ...features.map(({ sheetReferences }) => sheetReferences)) as Readonly<
    Record<string, ResolveReferences>
  >,
  jobs: features.flatMap(({ jobs = [] }) => jobs),
  metrics: [...features.flatMap(({ metrics = [] }) => metrics), cacheMetrics(features)],
  caches: collectCaches(features),
  hooks: features.flatMap(({ hooks = [] }) => hooks),
  rawRoutes: features.flatMap(({ rawRoutes = [] }) => rawRoutes),
  /**
   * Starts what each node does for itself.
   * @returns a function that stops it
   */
  start(onError: (error: unknown) => void) {
    const stops = features.flatMap(({ works = [] }) => works.map((work) => work.start(onError)))
    return async () => void (await Promise.all(stops.map((stop) => stop())))
  },
})

/**
 * Collects features. `add` returns the feature it adds, for its ports; `collect` returns the parts of all.
 * @param wrap - what every route is served through
 */
export const createFeatureList = (wrap: (route: Route) => Route) => {
  const features: Feature[] = []
  // Calls ask for them, too.
  let collected: ReturnType<typeof collectParts> | undefined
  return {
    add<F extends Feature>(feature: F): F {
      features.push({ ...feature, routes: feature.routes.map(wrap) })
      collected = undefined
      return feature
    },
    collect: () => {
      collected ??= collectParts(features)
      return collected
    },
  }
}
