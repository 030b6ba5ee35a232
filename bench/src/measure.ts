import { readCpu } from './cpu.ts'
import type { Load } from './load.ts'
import { postgresCpu } from './postgres-cpu.ts'

/** Load results, and CPU milliseconds per request: in the server process and in all of PostgreSQL. */
export type Measured = Load & { server: number; database: number }

/** Runs a load and measures its CPU time. `pid`: server process; `folder`: data folder. */
export const measure = async (pid: number, folder: string, run: () => Promise<Load>): Promise<Measured> => {
  const before = { server: readCpu(pid), database: postgresCpu(folder) }
  const load = await run()
  const server = (readCpu(pid) - before.server) / load.count
  const database = (postgresCpu(folder) - before.database) / load.count
  return { ...load, server, database }
}

export const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Median of several runs, per metric. */
export const medianOf = (runs: readonly Measured[]): Measured => {
  const of = (key: keyof Measured) => median(runs.map((run) => run[key]))
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    count: of('count'),
    server: of('server'),
    database: of('database'),
  }
}
