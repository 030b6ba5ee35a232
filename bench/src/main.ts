import path from 'node:path'
import { ensureServingLogin } from '@atrium/server/src/kernel/db/serving-login.ts'
import { hashPassword } from '@atrium/server/src/kernel/password-hash.ts'
import type { Bench } from './bench.ts'
import { setUpEnvironment } from './bench-environment.ts'
import { signIn, type Tokens } from './calls.ts'
import { checkStatements } from './check-statements.ts'
import { builtProduct, startServer } from './child.ts'
import { compareList } from './compare-list.ts'
import { hasProc, readMemory } from './cpu.ts'
import { designGoals } from './design-goals.ts'
import { evaluateGoals } from './goals.ts'
import { measureNoisyNeighbour } from './noisy-neighbour.ts'
import { pageLoads } from './page-load.ts'
import { type ConcurrencyRun, ratioRow, workRows, writeResults } from './report.ts'
import { password, rowsOf, seed } from './seed.ts'
import { signInStorm } from './sign-in-storm.ts'
import { signInTiming } from './sign-in-timing.ts'
import { embeddedStarts, restart } from './starts.ts'
import { printTable, round } from './table.ts'
import { measureWorkbooks } from './workbooks.ts'
import { measureWorkloads } from './workloads.ts'

const seconds = Number(process.env.BENCH_SECONDS || 3)
const concurrencies = [1, 16, 64]
/** Concurrency the goals refer to. */
const goalConcurrency = 16
const hashCount = 5

const print = (text: string) => process.stdout.write(`${text}\n`)
const { folder, postgres, env, clear } = await setUpEnvironment()

const measureHash = async () => {
  const began = performance.now()
  for (let n = 0; n < hashCount; n += 1) await hashPassword(password)
  return (performance.now() - began) / hashCount
}
const signInAll = async (base: string, accounts: readonly string[]) => {
  const sessions: Tokens[] = []
  for (const account of accounts) sessions.push(await signIn(base, account))
  return sessions
}

const run = async () => {
  print('正在准备数据……')
  const first = await startServer(builtProduct, env, '/readyz')
  const { platform, largest, neighbours, tried } = await seed(postgres.url)
  await first.stop()
  const servingUrl = await ensureServingLogin(postgres.url)
  await checkStatements(servingUrl, platform.company)
  const { startMs, idleMb } = await restart(env)
  const hashMs = await measureHash()

  const product = await startServer(builtProduct, env, '/readyz')
  const bare = await startServer('bench/src/bare-server.ts', { DATABASE_URL: servingUrl }, '/ready')
  const [reader, ...rotating] = await signInAll(product.url, platform.accounts)
  const [largestReader] = await signInAll(product.url, largest.accounts)
  const readerToken = reader?.token ?? ''
  const { accounts } = platform
  const bench: Bench = { product, bare, folder, servingUrl, seconds, accounts, readerToken, rotating }

  const runs: ConcurrencyRun[] = []
  for (const at of concurrencies) {
    print(`正在测量，并发 ${at}……`)
    const list = await compareList(bench, { company: platform.company, token: readerToken }, at)
    runs.push({ at, list, singles: await measureWorkloads(bench, at) })
  }
  print('正在测量最大的公司……')
  const whose = { company: largest.company, token: largestReader?.token ?? '' }
  const large = await compareList(bench, whose, goalConcurrency)
  print('正在测量登录风暴与登录计时……')
  const storm = await signInStorm(bench)
  const timing = await signInTiming(product.url, tried)
  print('正在测量吵闹的邻居……')
  const noisy = { quiet: neighbours, noisy: largest.accounts[0] ?? '' }
  const beside = await measureNoisyNeighbour({ ownerUrl: postgres.url, base: product.url, seconds, ...noisy })
  const afterMb = readMemory(product.pid)
  print('正在测量工作簿……')
  const workbooks = await measureWorkbooks(folder)
  await bare.stop()
  const loads = await pageLoads(product.url, accounts[0] ?? '')
  await product.stop()
  await postgres.stop()
  const { knownMs, firstMs } = await embeddedStarts({ ...env, DATABASE_URL: '' })
  return { runs, large, storm, beside, timing, workbooks, startMs, idleMb, hashMs, afterMb, loads, knownMs, firstMs }
}

type Result = Awaited<ReturnType<typeof run>>
const printSignIns = ({ storm, timing, beside }: Result) => {
  printTable('登录', [
    {
      '风暴中登录/秒': round(storm.signInsPerSecond),
      '列表 p99 平时 ms': round(storm.calm),
      '列表 p99 风暴中 ms': round(storm.stormy),
      计时次数: timing.count,
      '已知账号中位 ms': round(timing.knownMs, 2),
      '未知账号中位 ms': round(timing.unknownMs, 2),
    },
  ])
  printTable('一家公司以二十倍限额请求，对另一家的影响', [
    {
      'p99 平时 ms': round(beside.calm, 1),
      'p99 它在限额之内时 ms': round(beside.within, 1),
      'p99 当时 ms': round(beside.beside, 1),
      'p99 以千个连接吵闹时 ms': round(beside.crowd, 1),
      其中被拒: round(beside.refused),
    },
  ])
}
const printPages = (loads: Result['loads']) => {
  if (typeof loads === 'string') print(`\n没有测量页面：${loads}`)
  else
    printTable(
      '页面',
      loads.map(({ page, lcpMs, transferredKb, scriptKb, calls }) => ({
        页面: page,
        'LCP ms': lcpMs,
        '传输 KB': transferredKb,
        '脚本与样式 KB': scriptKb,
        接口调用: calls.length,
      })),
    )
}
const toFacts = ({ startMs, knownMs, firstMs, idleMb, afterMb, hashMs }: Result, busy: ConcurrencyRun) => ({
  '一次 argon2id ms': round(hashMs, 1),
  '登录/秒（并发 16）': round(busy.singles.signIn.perSecond),
  '刷新/秒（并发 16）': round(busy.singles.refresh.perSecond),
  '冷启动 ms': startMs,
  '冷启动（内置数据库）ms': knownMs,
  '首次启动（空目录）ms': firstMs,
  '空闲内存 MB': idleMb,
  '负载后内存 MB': afterMb,
})

const report = (result: Result) => {
  const { runs, large, storm, beside, timing, startMs, idleMb, loads, knownMs } = result
  const busy = runs.find(({ at }) => at === goalConcurrency) as ConcurrencyRun
  const pages = typeof loads === 'string' ? [] : loads
  const work = workRows(runs, { at: goalConcurrency, list: large })
  const ratios = [
    ...runs.map(({ at, list }) => ratioRow(rowsOf.platform, at, list)),
    ratioRow(rowsOf.largest, goalConcurrency, large),
  ]
  const facts = toFacts(result, busy)
  const goals = evaluateGoals(
    designGoals({
      busy,
      largest: large.list,
      storm,
      beside,
      timing,
      startMs,
      embeddedStartMs: knownMs,
      idleMb,
      loads: pages,
    }),
  )
  printTable('吞吐、时延与每请求 CPU', work)
  printTable('列表与标尺之比', ratios)
  printSignIns(result)
  if (large.pgbench === undefined) print('没有安装 pgbench，缺少这一项标尺')
  if (!hasProc) print('这里没有 /proc，缺少 CPU 与内存的数字')
  printPages(loads)
  printTable('工作簿，12 列', result.workbooks)
  printTable('其他', [facts])
  printTable('与目标相比', goals)
  const file = writeResults({
    work,
    ratios,
    storm,
    beside,
    timing,
    workbooks: result.workbooks,
    pages: loads,
    facts,
    goals,
  })
  print(`\n结果已写入 ${path.relative(process.cwd(), file)}`)
}

try {
  report(await run())
} catch (error) {
  process.stderr.write(`测量中断：${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await clear()
}
