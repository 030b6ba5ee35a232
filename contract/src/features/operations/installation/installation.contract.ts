import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { moment, nothing } from '../../../kernel/listing.ts'
import { productSentence, productText } from '../../../kernel/product-text.ts'

const bytes = z.number()

/** A process that serves, or that has ended without saying so within a day. */
const node = z.object({
  name: z.string(),
  version: z.string(),
  startTime: moment,
  seenTime: moment,
  lost: z.boolean(),
  /** What it does; empty for nodes of releases that do not say. */
  processes: z.array(z.string()),
  /** Null while it has not said how it is. */
  condition: z.nullable(
    z.object({
      pool: z.object({ size: z.int(), open: z.int(), busy: z.int(), waiting: z.int() }),
      streams: z.int(),
      memoryBytes: bytes,
      diskFreeBytes: z.nullable(bytes),
      /** Reads since its start. */
      caches: z.array(z.object({ name: z.string(), hits: z.int(), misses: z.int() })),
    }),
  ),
})
const queue = z.object({
  name: z.string(),
  /** Due, being worked on, and given up within a day. */
  ready: z.int(),
  active: z.int(),
  failed: z.int(),
  /** How long the oldest due job has waited; 0 if none waits. */
  oldestSeconds: z.number(),
})
const schedule = z.object({
  name: z.string(),
  title: productText(),
  /** Of the last run that has ended; null if there was none. */
  startTime: z.nullable(moment),
  endTime: z.nullable(moment),
  /** Why that run failed; null: it did not. */
  problem: z.nullable(productSentence()),
  pausedTime: z.nullable(moment),
  /** Null while it is paused. */
  nextTime: z.nullable(moment),
  overdueSeconds: z.int(),
})

/** The newest backup, or the newest proof of one. */
const backup = z.object({
  kind: z.enum(['backup', 'proof']),
  name: z.string(),
  startTime: moment,
  endTime: moment,
  /** What was wrong; null: it succeeded. */
  problem: z.nullable(productSentence()),
})

/** What the operator sees of the whole installation. */
export const installationState = z.object({
  version: z.string(),
  readTime: moment,
  database: z.object({
    version: z.string(),
    bytes,
    connections: z.int(),
    maxConnections: z.int(),
    /** Whether its libraries sort in another way than when the indexes were built; `atrium doctor` says what mends it. */
    orderChanged: z.boolean(),
  }),
  nodes: z.array(node),
  queues: z.array(queue),
  /** Runs that are not done, and those that failed within a day. */
  runs: z.object({ queued: z.int(), running: z.int(), paused: z.int(), failed: z.int() }),
  schedules: z.array(schedule),
  /** With their indexes; rows are an estimate. */
  largestTables: z.array(z.object({ name: z.string(), bytes, rows: z.number() })),
  /** Those that took most time, as PostgreSQL counts them, without values; null where it does not. */
  statements: z.nullable(
    z.array(z.object({ text: z.string(), calls: z.int(), meanMs: z.number(), totalMs: z.number() })),
  ),
  /** At most one of each kind. */
  backups: z.array(backup),
  /** Since when a restored copy works at nothing by itself; null: it works. */
  quietTime: z.nullable(moment),
  /** `archivedRows`: of all rows, those that lie in files. */
  audit: z.object({ rows: z.number(), archivedRows: z.number(), checkpointTime: z.nullable(moment) }),
  migrations: z.object({
    done: z.int(),
    newest: z.nullable(z.object({ name: z.string(), time: z.nullable(moment) })),
    /** Names of this release's migrations that the database lacks. */
    pending: z.array(z.string()),
  }),
})
export type InstallationState = z.output<typeof installationState>

/** A schedule is named, never described: nothing that a browser sends is run. */
const named = z.object({ name: z.string().check(z.regex(/^[a-zA-Z]+(\.[a-zA-Z]+)+$/), z.maxLength(64)) })
const path = '/api/sys/installation'
const control = permitted('control')

/** The installation as its operator sees it. Only the operator's company has it. */
export const installationContract = defineContract('sysInstallation', {
  state: {
    method: 'GET',
    path: `${path}/v1`,
    summary: 'Read the state of the installation',
    access: permitted('view'),
    reach: 'manual',
    reply: installationState,
  },
  runSchedule: {
    method: 'PUT',
    path: `${path}/schedules/:name/run/v1`,
    summary: 'Run a schedule now, besides its times',
    access: control,
    reach: 'platform',
    audit: { event: 'schedule.started' },
    params: named,
    reply: nothing,
  },
  pauseSchedule: {
    method: 'PUT',
    path: `${path}/schedules/:name/pause/v1`,
    summary: 'Pause a schedule; a run that has begun goes on',
    access: control,
    reach: 'platform',
    audit: { event: 'schedule.paused' },
    params: named,
    reply: nothing,
  },
  resumeSchedule: {
    method: 'PUT',
    path: `${path}/schedules/:name/resume/v1`,
    summary: 'Let a paused schedule run at its times again',
    access: control,
    reach: 'platform',
    audit: { event: 'schedule.resumed' },
    params: named,
    reply: nothing,
  },
})
