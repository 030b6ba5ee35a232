import { setTimeout as sleep } from 'node:timers/promises'
import { setUpEnvironment } from './bench-environment.ts'
import { signIn, toCookie } from './calls.ts'
import { builtProduct, type Server, startServer } from './child.ts'
import { firstPage } from './compare-list.ts'
import { openList, openPath, query } from './gate-stage.ts'
import { evaluateGoals } from './goals.ts'
import { sendEach } from './headed-load.ts'
import { type Measured, measure, median, medianOf } from './measure.ts'
import { seed } from './seed.ts'
import { type AppSecret, signCalls } from './signed-calls.ts'
import { printTable, round } from './table.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const rounds = Number(process.env.BENCH_ROUNDS || 7)
/** Calls of a round: a CPU tick of 10 ms is then less than 10 µs a call. */
const calls = { 1: 2_000, 16: 4_000 } as const
const warmUp = 1_000
const quota = 10_000
/** The gate believes what it knows for a second. */
const cacheTtlMs = 1_500

const { folder, postgres, env, clear } = await setUpEnvironment()

type Sides = { console: Measured; gate: Measured; cpu: number; database: number; p99: number }
/** The same list through the gate and from the console, in turn, so that changes of the machine's speed affect both. */
const compare = async ({ url, pid }: Server, token: string, app: AppSecret, at: 1 | 16): Promise<Sides> => {
  const session = { token, cookie: toCookie(token) }
  const both = {
    console: (count: number) => ({ url: url + firstPage, headers: Array.from({ length: count }, () => session) }),
    gate: (count: number) => ({
      url: `${url}${openPath}?${query}`,
      headers: signCalls(count, app, openPath, query.split('&').toSorted().join('&')),
    }),
  }
  const send = async (load: { url: string; headers: Record<string, string>[] }) => {
    const sent = await sendEach({ ...load, connections: at })
    if (sent.refused > 0) throw new Error(`${load.url}：${sent.refused} 次被拒`)
    return sent
  }
  const sides = { console: [] as Measured[], gate: [] as Measured[] }
  for (const side of ['console', 'gate'] as const) await send(both[side](warmUp))
  for (let n = 0; n < rounds; n += 1)
    for (const side of ['console', 'gate'] as const) {
      const load = both[side](calls[at])
      sides[side].push(await measure(pid, folder, () => send(load)))
    }
  // Compares adjacent rounds first, so that a slow period affects both sides.
  const more = (of: 'server' | 'database' | 'p99') =>
    median(sides.gate.map((gate, n) => gate[of] - (sides.console[n]?.[of] ?? Number.NaN)))
  const [cpu, database] = [1000 * more('server'), 1000 * more('database')]
  return { console: medianOf(sides.console), gate: medianOf(sides.gate), cpu, database, p99: more('p99') }
}

/** Calls that two nodes at full rate admit of a daily quota together. */
const spendQuota = async (nodes: readonly Server[], app: AppSecret) => {
  const sent = await Promise.all(
    nodes.map(({ url }) => {
      const headers = signCalls(Math.ceil(quota * 0.75), app, openPath, query.split('&').toSorted().join('&'))
      return sendEach({ url: `${url}${openPath}?${query}`, headers, connections: 16 })
    }),
  )
  return sent.reduce((sum, { count, refused }) => sum + count - refused, 0)
}

const toRows = (at: number, { console, gate }: Sides) =>
  Object.entries({ 控制台: console, 开放接口: gate }).map(([side, { perSecond, p50, p99, server, database }]) => ({
    并发: at,
    调用: side,
    '次/秒': round(perSecond),
    'p50 ms': round(p50, 2),
    'p99 ms': round(p99, 2),
    '服务端 CPU-µs': round(1000 * server),
    '数据库 CPU-µs': round(1000 * database),
  }))

try {
  await (await startServer(builtProduct, env, '/readyz')).stop()
  print('正在准备数据……')
  const { platform } = await seed(postgres.url)
  const nodes = [await startServer(builtProduct, env, '/readyz'), await startServer(builtProduct, env, '/readyz')]
  const [node] = nodes
  if (!node) throw new Error('没有节点')
  const { token } = await signIn(node.url, platform.accounts[0] ?? '')
  const addApp = await openList(node.url, token, postgres.url)
  const [free, limited] = [await addApp('不限', null), await addApp('每日上限', quota)]
  await sleep(cacheTtlMs)
  print('正在测量：同一列表，从控制台与经开放接口……')
  const [alone, busy] = [await compare(node, token, free, 1), await compare(node, token, free, 16)]
  print('正在测量：两个节点用尽每日上限……')
  const admitted = await spendQuota(nodes, limited)
  printTable('同一列表', [...toRows(1, alone), ...toRows(16, busy)])
  printTable('多出的 CPU（配对后的中位数）', [
    { 并发: 1, '服务端 µs': round(alone.cpu), '数据库 µs': round(alone.database) },
    { 并发: 16, '服务端 µs': round(busy.cpu), '数据库 µs': round(busy.database) },
  ])
  const over = (100 * (admitted - quota)) / quota
  printTable(
    '目标',
    evaluateGoals([
      { work: '每次调用多出的服务端 CPU', found: busy.cpu, bound: 150, unit: 'µs' },
      { work: '多出的 p99，无排队', found: alone.p99, bound: 1, unit: 'ms' },
      { work: `超出每日 ${quota} 次`, found: Math.max(0, over), bound: 1, unit: '%' },
      { work: '每日上限未用完', found: Math.max(0, -over), bound: 1, unit: '%' },
    ]),
  )
} catch (error) {
  process.stderr.write(`测量中断：${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await clear()
}
