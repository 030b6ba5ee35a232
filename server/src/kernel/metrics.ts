import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Counts one answered call. Takes the endpoint, the envelope's code, and the duration in milliseconds. */
export type CountCall = (endpoint: Endpoint, code: number, ms: number) => void
export type Metrics = {
  observe(endpoint: Pick<Endpoint, 'module' | 'name'>, code: number, ms: number): void
  /** A value read at each scrape; NaN where it cannot be read. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** What this process is, as labels of a value that is always 1. */
  describeBuild(labels: Readonly<Record<string, string>>): void
  text(): Promise<string>
}

/** Prometheus metrics. Requests are labelled by endpoint and envelope code: status 200 with code 101 is no success. */
export const createMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'atrium_request_seconds',
    help: 'Time to answer, by endpoint and envelope code',
    labelNames: ['module', 'name', 'code'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [registry],
  })
  return {
    observe: ({ module, name }, code, ms) => requests.observe({ module, name, code }, ms / 1000),
    gauge(name, help, read) {
      // The rest is wanted most while the database is away.
      const readOrNot = async () => read()
      const collect = async () => gauge.set(await readOrNot().catch(() => Number.NaN))
      const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect })
    },
    describeBuild(labels) {
      const build = new Gauge({
        name: 'atrium_build_info',
        help: 'Version, node name and runtime of this process',
        labelNames: Object.keys(labels),
        registers: [registry],
      })
      build.set(labels, 1)
    },
    text: () => registry.metrics(),
  }
}
