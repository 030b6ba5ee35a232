import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Comparison } from './compare-list.ts'
import type { Measured } from './measure.ts'
import { rowsOf } from './seed.ts'
import { round } from './table.ts'
import type { Workload } from './workloads.ts'

const titles: Record<Workload, string> = {
  grants: '授权 grants',
  loginInfo: '我是谁 loginInfo',
  dictionaries: '字典 dictionaries',
  areas: '区划搜索 areas',
  refresh: '刷新 refresh',
  signIn: '登录 sign-in',
}
export type ConcurrencyRun = { at: number; list: Comparison; singles: Record<Workload, Measured> }

const row = (work: string, at: number, run: Measured) => ({
  工作: work,
  并发: at,
  每秒: round(run.perSecond),
  'p50 ms': round(run.p50, 1),
  'p99 ms': round(run.p99, 1),
  '服务端 CPU-ms': round(run.server, 2),
  '数据库 CPU-ms': round(run.database, 2),
})

export const workRows = (runs: readonly ConcurrencyRun[], largest: { at: number; list: Comparison }) => [
  ...runs.flatMap(({ at, list, singles }) => [
    row(`列表 list（${rowsOf.platform} 行）`, at, list.list),
    row('　裸路由（标尺）', at, list.bare),
    ...Object.entries(singles).map(([name, run]) => row(titles[name as Workload], at, run)),
  ]),
  row(`列表 list（${rowsOf.largest} 行）`, largest.at, largest.list.list),
  row('　裸路由（标尺）', largest.at, largest.list.bare),
]

export const ratioRow = (rows: number, at: number, { list, bare, pgbench, throughput, p99 }: Comparison) => ({
  行数: rows,
  并发: at,
  '吞吐 / 裸路由': round(throughput, 2),
  'p99 / 裸路由': round(p99, 2),
  'CPU / 裸路由': round((list.server + list.database) / (bare.server + bare.database), 2),
  'pgbench 每秒': pgbench === undefined ? '未安装' : round(pgbench),
  '吞吐 / pgbench': pgbench === undefined ? '–' : round(list.perSecond / pgbench, 2),
})

/**
 * Writes the results to a folder ignored by git.
 * @returns the file
 */
export const writeResults = (found: Record<string, unknown>): string => {
  const folder = path.join(import.meta.dirname, '../results')
  mkdirSync(folder, { recursive: true })
  const time = new Date().toISOString()
  const file = path.join(folder, `${time.replace(/[:.]/g, '-')}.json`)
  writeFileSync(file, `${JSON.stringify({ time, node: process.version, ...found }, null, 2)}\n`)
  return file
}
