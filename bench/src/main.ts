import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { baseParametersContract } from '@atrium/contract/features/base-parameters/base-parameters.contract.ts'
import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { hashPassword } from '@atrium/server/src/features/users/index.ts'
import { startEmbeddedPostgres } from '@atrium/server/src/kernel/db/embedded-postgres.ts'
import { ensureServingLogin } from '@atrium/server/src/kernel/db/serving-login.ts'
import { refresh, signIn, type Tokens } from './calls.ts'
import { checkStatements } from './check-statements.ts'
import { startServer } from './child.ts'
import { cpuOf, memoryOf } from './cpu.ts'
import { hammer, type Load, repeat } from './load.ts'
import { pageLoads } from './page-load.ts'
import { pgbench } from './pgbench.ts'
import { postgresCpu } from './postgres-cpu.ts'
import { password, seed } from './seed.ts'
import { printTable } from './table.ts'

const seconds = Number(process.env.BENCH_SECONDS || 4)
const rounds = 3
const concurrencies = [1, 16, 64]
const say = (text: string) => process.stdout.write(`${text}\n`)
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
const postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), durable: true })
const env = {
  DATA_DIR: folder,
  DATABASE_URL: postgres.url,
  ADMIN_PASSWORD: password,
  CAPTCHA: 'off',
  LOG_LEVEL: 'error',
}

const round = (number: number, digits = 0) => Number(number.toFixed(digits))
const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const measured = async (pid: number, run: () => Promise<Load>) => {
  const before = { server: cpuOf(pid), database: postgresCpu(folder) }
  const load = await run()
  const server = (cpuOf(pid) - before.server) / load.count
  const database = (postgresCpu(folder) - before.database) / load.count
  return { ...load, server, database }
}
type Measured = Awaited<ReturnType<typeof measured>>
const middle = (runs: Measured[]): Measured => {
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
const row = (work: string, at: number, run: Measured) => ({
  工作: work,
  并发: at,
  每秒: round(run.perSecond),
  'p50 ms': round(run.p50, 1),
  'p99 ms': round(run.p99, 1),
  '服务端 CPU-ms': round(run.server, 2),
  '数据库 CPU-ms': round(run.database, 2),
})

try {
  say('正在准备数据……')
  let product = await startServer('server/src/main.ts', env, '/readyz')
  const servingUrl = await ensureServingLogin(postgres.url)
  const { accounts, company, rows } = await seed(postgres.url)
  await checkStatements(servingUrl, company)
  await product.stop()
  product = await startServer('server/src/main.ts', env, '/readyz')
  const idleMb = memoryOf(product.pid)
  const bare = await startServer('bench/src/bare-server.ts', { DATABASE_URL: servingUrl, COMPANY: company }, '/ready')
  const hashBegan = performance.now()
  for (let n = 0; n < 5; n += 1) await hashPassword(password)
  const hashMs = (performance.now() - hashBegan) / 5

  const sessions: Tokens[] = []
  for (const account of accounts) sessions.push(await signIn(product.url, account))
  // The session every read uses is never refreshed, so its token stays current.
  const [reader, ...rotating] = sessions
  const token = reader?.token ?? ''
  const listUrl = `${product.url}${baseParametersContract.list.path}?page=1&size=10`

  const table: Record<string, string | number>[] = []
  const ratios: Record<string, string | number>[] = []
  for (const at of concurrencies) {
    say(`正在测量，并发 ${at}……`)
    const lists: Measured[] = []
    const bares: Measured[] = []
    await hammer(listUrl, token, at, 1)
    await hammer(`${bare.url}/list`, '', at, 1)
    // In turn, so that a machine that grows slower or faster does so for both.
    for (let n = 0; n < rounds; n += 1) {
      lists.push(await measured(product.pid, () => hammer(listUrl, token, at, seconds)))
      bares.push(await measured(bare.pid, () => hammer(`${bare.url}/list`, '', at, seconds)))
    }
    const [list, yardstick] = [middle(lists), middle(bares)]
    const tps = pgbench(servingUrl, company, folder, at, seconds)
    table.push(row('列表 list', at, list), row('裸路由（标尺）', at, yardstick))
    ratios.push({
      并发: at,
      '吞吐 / 裸路由': round(list.perSecond / yardstick.perSecond, 2),
      'p99 / 裸路由': round(list.p99 / yardstick.p99, 2),
      'CPU / 裸路由': round((list.server + list.database) / (yardstick.server + yardstick.database), 2),
      'pgbench 每秒': tps === undefined ? '未安装 pgbench' : round(tps),
      '吞吐 / pgbench': tps === undefined ? '' : round(list.perSecond / tps, 2),
    })
    const grantsUrl = product.url + sessionContract.grants.path
    const infoUrl = product.url + sessionContract.loginInfo.path
    table.push(row('授权 grants', at, await measured(product.pid, () => hammer(grantsUrl, token, at, seconds))))
    table.push(row('我是谁 loginInfo', at, await measured(product.pid, () => hammer(infoUrl, token, at, seconds))))
    const one = async (worker: number) => {
      const mine = worker % rotating.length
      rotating[mine] = await refresh(product.url, rotating[mine] as Tokens)
    }
    table.push(
      row('刷新 refresh', at, await measured(product.pid, () => repeat(one, Math.min(at, rotating.length), seconds))),
    )
    const enter = (worker: number) => signIn(product.url, accounts[worker % accounts.length] ?? '')
    table.push(row('登录 sign-in', at, await measured(product.pid, () => repeat(enter, at, seconds))))
  }
  await bare.stop()
  const loads = await pageLoads(product.url, accounts[0] ?? '')
  const facts = {
    最大公司行数: rows,
    '冷启动到首个应答 ms（数据库已在运行）': product.startMs,
    '空闲内存 MB': idleMb,
    '负载后内存 MB': memoryOf(product.pid),
    '一次 argon2id 毫秒': round(hashMs, 1),
  }
  await product.stop()
  printTable('吞吐、时延与每请求 CPU', table)
  printTable('与标尺之比', ratios)
  printTable(
    '页面',
    loads.map((load) => ({
      页面: load.page,
      'LCP ms': load.lcpMs,
      '传输 KB': load.transferredKb,
      '脚本与样式 KB': load.scriptKb,
      接口调用: load.calls,
    })),
  )
  printTable('其他', [facts])
  const results = path.join(import.meta.dirname, '../results')
  mkdirSync(results, { recursive: true })
  const file = path.join(results, `${new Date().toISOString().replace(/[:.]/g, '-')}.json`)
  writeFileSync(
    file,
    JSON.stringify({ time: new Date().toISOString(), node: process.version, table, ratios, loads, facts }, null, 2),
  )
  say(`\n结果已写入 ${path.relative(process.cwd(), file)}`)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
