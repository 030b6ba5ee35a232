import type { Goal } from './goals.ts'
import type { Measured } from './measured.ts'
import type { NoisyNeighbour } from './noisy-neighbour.ts'
import type { PageLoad } from './page-load.ts'
import type { At } from './report.ts'
import { rowsOf } from './seed.ts'
import type { Storm } from './sign-in-storm.ts'
import type { Timing } from './sign-in-timing.ts'

export type Found = {
  /** Where the design's figures are set: many at once, but no queue. */
  busy: At
  largest: Measured
  storm: Storm
  beside: NoisyNeighbour
  timing: Timing
  startMs: number
  embeddedStartMs: number
  idleMb: number
  loads: readonly PageLoad[]
}

const cpu = (work: string, { server, database }: Measured, most: { server: number; database: number }): Goal[] => [
  { work: `${work}：服务端`, found: server, bound: most.server, unit: 'CPU-ms' },
  { work: `${work}：数据库`, found: database, bound: most.database, unit: 'CPU-ms' },
]
const whole = ({ server, database }: Measured) => server + database

/** The bounds that the design sets, beside what this run found. */
export const goalsOfDesign = ({
  busy,
  largest,
  storm,
  beside,
  timing,
  startMs,
  embeddedStartMs,
  idleMb,
  loads,
}: Found): Goal[] => {
  const { list, singles } = busy
  const [signInPage, listPage] = loads
  return [
    { work: '列表吞吐 / 裸路由', found: list.throughput, bound: 0.7, unit: '', atLeast: true },
    { work: '列表 p99 / 裸路由', found: list.p99, bound: 2, unit: '' },
    ...cpu(`列表（${rowsOf.platform} 行）`, list.list, { server: 0.6, database: 0.6 }),
    ...cpu(`列表（${rowsOf.largest} 行）`, largest, { server: 0.6, database: 0.6 }),
    { work: '列表十倍行数的 CPU', found: whole(largest) / whole(list.list), bound: 1.3, unit: '倍' },
    ...cpu('授权', singles.grants, { server: 0.5, database: 0.2 }),
    ...cpu('我是谁', singles.loginInfo, { server: 0.4, database: 0.2 }),
    ...cpu('登录', singles.signIn, { server: 25, database: 1 }),
    { work: '登录风暴中的列表 p99 / 平时', found: storm.ratio, bound: 2, unit: '倍' },
    { work: '吵闹的邻居旁的列表 p99 / 平时', found: beside.beside / beside.calm, bound: 1.1, unit: '倍' },
    { work: '以千个连接吵闹的邻居旁的列表 p99 / 平时', found: beside.crowd / beside.calm, bound: 1.1, unit: '倍' },
    { work: '已知与未知账号登录之差', found: timing.differenceMs, bound: 5, unit: 'ms' },
    { work: '已知与未知账号可分辨程度', found: Math.abs(timing.auc - 0.5) + 0.5, bound: 0.55, unit: '' },
    { work: '冷启动，数据库已在运行', found: startMs, bound: 1500, unit: 'ms' },
    { work: '冷启动，内置数据库', found: embeddedStartMs, bound: 5000, unit: 'ms' },
    { work: '空闲内存', found: idleMb, bound: 130, unit: 'MB' },
    { work: '登录页脚本与样式', found: signInPage?.scriptKb ?? Number.NaN, bound: 130, unit: 'KB' },
    { work: '列表页脚本与样式', found: listPage?.scriptKb ?? Number.NaN, bound: 370, unit: 'KB' },
    { work: '列表页接口调用', found: listPage?.calls.length ?? Number.NaN, bound: 3, unit: '次' },
  ]
}
