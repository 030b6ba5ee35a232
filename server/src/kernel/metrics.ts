import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type MetricName, metricNames, metricOf, type metricTable } from './metric-table.ts'
import { createSharedReading } from './shared-reading.ts'

/** Counts one answered call. Takes the endpoint, the envelope's code, and the duration in milliseconds. */
export type CountCall = (endpoint: Endpoint, code: number, ms: number) => void

type NamesOf<Kind extends 'counter' | 'gauge' | 'histogram'> = {
  [Name in MetricName]: (typeof metricTable)[Name]['kind'] extends Kind ? Name : never
}[MetricName]
type Labels = Readonly<Record<string, string>>
/** Values by one label each, or one value. */
export type Sample = number | readonly { labels: Labels; value: number }[]
export type ReadName = NamesOf<'counter' | 'gauge'>
export type Readings = Partial<Record<ReadName, Sample>>

/** What is read at a scrape: gauges, and counters that are kept elsewhere. */
export type MetricSource = {
  names: readonly ReadName[]
  /** Whether reading asks the database: then all scrapes of a quarter of a minute share what it found. */
  isShared?: true
  read(): Readings | Promise<Readings>
}

export type Metrics = {
  observe(endpoint: Pick<Endpoint, 'module' | 'name'>, code: number, ms: number): void
  /** Adds a time to a histogram without labels. */
  time(name: 'atrium_event_round_seconds', ms: number): void
  /** Adds what is read at each scrape; what cannot be read is left out. */
  addSource(source: MetricSource): void
  text(): Promise<string>
}

/** What a scrape waits for, below Prometheus' own ten seconds. */
const patienceMs = 2500
const sharedMs = 15_000
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3]

const createMetric = (name: MetricName, registry: Registry) => {
  const { kind, labels = [], en: help } = metricOf(name)
  const options = { name, help, labelNames: [...labels], registers: [registry] }
  if (kind === 'histogram') return new Histogram({ ...options, buckets })
  return kind === 'counter' ? new Counter(options) : new Gauge(options)
}

/** Refusals that people and programs meet, by the envelope's code. */
const reasons: Readonly<Record<number, string>> = {
  100: 'session',
  101: 'session',
  401: 'session',
  102: 'permission',
  403: 'permission',
  400: 'invalid',
  422: 'invalid',
  409: 'conflict',
  429: 'rate',
  503: 'busy',
}
/** Code 111 asks for the next step. */
const isAnswer = (code: number) => code === 0 || code === 111
const isFailure = (code: number) => code >= 500 && code < 600

const toOutcome = (code: number) => {
  if (isAnswer(code)) return 'ok'
  return isFailure(code) ? 'failed' : 'refused'
}

/** Prometheus metrics: those of `metric-table.ts`, and those of the process. */
export const createMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const metrics = new Map(metricNames.map((name) => [name, createMetric(name, registry)]))
  const histogram = (name: NamesOf<'histogram'>) => metrics.get(name) as Histogram
  const counter = (name: NamesOf<'counter'>) => metrics.get(name) as Counter
  const sources: (() => Promise<void>)[] = []

  const set = (name: ReadName, sample: Sample | undefined) => {
    const metric = metrics.get(name) as Counter | Gauge
    metric.reset()
    // Without labels a metric has a value in any case.
    if (sample === undefined && metric instanceof Gauge && metricOf(name).labels === undefined) metric.set(Number.NaN)
    if (sample === undefined) return
    const values = typeof sample === 'number' ? [{ labels: {}, value: sample }] : sample
    for (const { labels, value } of values) metric.inc(labels, value)
  }
  return {
    observe({ module, name }, code, ms) {
      histogram('atrium_request_seconds').observe({ module, name, outcome: toOutcome(code) }, ms / 1000)
      counter('atrium_requests_total').inc({ module, name, code })
      if (!isAnswer(code) && code !== 500) counter('atrium_refusals_total').inc({ reason: reasons[code] ?? 'other' })
    },
    time: (name, ms) => histogram(name).observe(ms / 1000),
    addSource({ names, isShared, read }) {
      const readOrNot = async () => read()
      const reading = isShared ? createSharedReading(readOrNot, { everyMs: sharedMs, patienceMs }) : readOrNot
      sources.push(async () => {
        // The rest is wanted most while the database is away.
        const readings = await reading().catch((): Readings => ({}))
        for (const name of names) set(name, readings[name])
      })
    },
    async text() {
      await Promise.all(sources.map((refresh) => refresh()))
      return registry.metrics()
    },
  }
}
