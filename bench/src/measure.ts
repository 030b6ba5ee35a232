import { cpuOf } from './cpu.ts'
import type { Load } from './load.ts'
import { postgresCpu } from './postgres-cpu.ts'

/** A load, and what one request of it cost in CPU milliseconds: in the server's process, and in all of PostgreSQL. */
export type Measured = Load & { server: number; database: number }

/** In: the server's process, the data folder, and the load to run. */
export const measured = async (pid: number, folder: string, run: () => Promise<Load>): Promise<Measured> => {
  const before = { server: cpuOf(pid), database: postgresCpu(folder) }
  const load = await run()
  const server = (cpuOf(pid) - before.server) / load.count
  const database = (postgresCpu(folder) - before.database) / load.count
  return { ...load, server, database }
}

export const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** The median of several runs, figure by figure. */
export const middle = (runs: readonly Measured[]): Measured => {
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
