import type { Goal } from './goals.ts'
import type { Measured } from './measure.ts'
import type { NoisyNeighbour } from './noisy-neighbour.ts'
import type { PageLoad } from './page-load.ts'
import type { ConcurrencyRun } from './report.ts'
import { rowsOf } from './seed.ts'
import type { Storm } from './sign-in-storm.ts'
import type { Timing } from './sign-in-timing.ts'

export type BenchResults = {
  /** Run at the concurrency the goals refer to: parallel, but without queueing. */
  busy: ConcurrencyRun
  largest: Measured
  storm: Storm
  beside: NoisyNeighbour
  timing: Timing
  startMs: number
  embeddedStartMs: number
  idleMb: number
  loads: readonly PageLoad[]
}

const cpuGoals = (
  work: string,
  { server, database }: Measured,
  bounds: { server: number; database: number },
): Goal[] => [
  { work: `${work}：服务端`, found: server, bound: bounds.server, unit: 'CPU-ms' },
  { work: `${work}：数据库`, found: database, bound: bounds.database, unit: 'CPU-ms' },
]
const totalCpu = ({ server, database }: Measured) => server + database

/** The design goals with the results of this run. */
export const designGoals = ({
  busy,
  largest,
  storm,
  beside,
  timing,
  startMs,
  embeddedStartMs,
  idleMb,
  loads,
}: BenchResults): Goal[] => {
  const { list, singles } = busy
  const [signInPage, listPage] = loads
  return [
    { work: '列表吞吐 / 裸路由', found: list.throughput, bound: 0.7, unit: '', atLeast: true },
    { work: '列表 p99 / 裸路由', found: list.p99, bound: 2, unit: '' },
    ...cpuGoals(`列表（${rowsOf.platform} 行）`, list.list, { server: 0.6, database: 0.6 }),
    ...cpuGoals(`列表（${rowsOf.largest} 行）`, largest, { server: 0.6, database: 0.6 }),
    { work: '列表十倍行数的 CPU', found: totalCpu(largest) / totalCpu(list.list), bound: 1.3, unit: '倍' },
    ...cpuGoals('授权', singles.grants, { server: 0.5, database: 0.2 }),
    ...cpuGoals('我是谁', singles.loginInfo, { server: 0.4, database: 0.2 }),
    {
      work: '字典查询的 CPU / 最省的调用',
      found: totalCpu(singles.dictionaries) / Math.min(totalCpu(singles.grants), totalCpu(singles.loginInfo)),
      bound: 1.5,
      unit: '倍',
    },
    { work: '区划搜索 p99', found: singles.areas.p99, bound: 10, unit: 'ms' },
    ...cpuGoals('登录', singles.signIn, { server: 25, database: 1 }),
    { work: '登录风暴中的列表 p99 / 平时', found: storm.ratio, bound: 2, unit: '倍' },
    { work: '吵闹的邻居旁的列表 p99 / 平时', found: beside.beside / beside.calm, bound: 1.1, unit: '倍' },
    { work: '以千个连接吵闹的邻居旁的列表 p99 / 平时', found: beside.crowd / beside.calm, bound: 1.1, unit: '倍' },
    { work: '已知与未知账号登录之差', found: timing.differenceMs, bound: 5, unit: 'ms' },
    { work: '已知与未知账号可分辨程度', found: Math.abs(timing.auc - 0.5) + 0.5, bound: 0.55, unit: '' },
    { work: '冷启动，数据库已在运行', found: startMs, bound: 1200, unit: 'ms' },
    { work: '冷启动，内置数据库', found: embeddedStartMs, bound: 5000, unit: 'ms' },
    { work: '空闲内存', found: idleMb, bound: 130, unit: 'MB' },
    { work: '登录页脚本与样式', found: signInPage?.scriptKb ?? Number.NaN, bound: 120, unit: 'KB' },
    { work: '列表页脚本与样式', found: listPage?.scriptKb ?? Number.NaN, bound: 345, unit: 'KB' },
    { work: '列表页接口调用', found: listPage?.calls.length ?? Number.NaN, bound: 3, unit: '次' },
  ]
}
