import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setUpEnvironment } from './bench-environment.ts'
import { signIn, toCookie } from './calls.ts'
import { builtProduct, startServer } from './child.ts'
import { firstPage } from './compare-list.ts'
import { measureCopy } from './copy-yardstick.ts'
import { readCpu, readMemory } from './cpu.ts'
import { evaluateGoals } from './goals.ts'
import { createImportCalls } from './import-calls.ts'
import { prepareCompany, writePeople } from './imported-people.ts'
import { percentilesOf } from './load.ts'
import { sendAtRateInThread } from './pace.ts'
import { postgresCpu } from './postgres-cpu.ts'
import { writeResults } from './report.ts'
import { seedScale, smallDataset } from './seed-scale.ts'
import { printTable, round } from './table.ts'
import { measureWorkbooks } from './workbooks.ts'

const rows = Number(process.env.BENCH_ROWS || 100_000)
const { folder, postgres, env, clear } = await setUpEnvironment()
const print = (text: string) => process.stdout.write(`${text}\n`)
/** The other client reads lists at this rate. */
const pace = { perSecond: 20, connections: 4 }
const calmSeconds = 20
const settleMs = 3_000

type Server = { url: string; pid: number }
/**
 * Runs work beside a client of another company.
 * @returns that client's p99, the server's memory at its peak, and the CPU seconds of both processes
 */
const beside = async <T>({ url, pid }: Server, token: string, seconds: number, work: () => Promise<T>) => {
  const cpu = () => [readCpu(pid) / 1000, postgresCpu(folder) / 1000] as const
  const [serverBefore, databaseBefore] = cpu()
  let peakMb = readMemory(pid)
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, readMemory(pid))
  }, 100)
  const headers = { token, cookie: toCookie(token) }
  const client = sendAtRateInThread({ url: url + firstPage, headers, seconds, ...pace })
  const result = await work()
  const { answers, refused } = await client
  clearInterval(timer)
  if (refused > 0) throw new Error(`另一家公司有 ${refused} 次请求被拒`)
  const [server, database] = cpu()
  const used = { server: server - serverBefore, database: database - databaseBefore }
  return { result, p99: percentilesOf(answers).p99, peakMb, ...used }
}

const assertDone = ({ state, ok }: { state: string; ok: number }) => {
  if (state !== 'done' || ok !== rows) throw new Error(`任务以 ${state} 结束，成功 ${ok} 行`)
}
/** A rough duration, so that the other client is there all the time. */
const secondsAt = (rate: number) => Math.max(2, Math.floor(rows / rate))

try {
  await (await startServer(builtProduct, env, '/readyz')).stop()
  print('正在准备数据……')
  const { company, account } = await seedScale(postgres.url, smallDataset, () => undefined)
  await prepareCompany(postgres.url, company)
  const file = path.join(folder, 'people.xlsx')
  await writePeople(file, rows)
  const product = await startServer(builtProduct, env, '/readyz')
  const { token: reader } = await signIn(product.url, 'admin')
  const { token } = await signIn(product.url, account)
  const calls = createImportCalls(product.url, token)

  print('正在测量：平时……')
  const calm = await beside(product, reader, calmSeconds, () => sleep(0))
  const idleMb = readMemory(product.pid)
  const id = await calls.upload(file, 'user')
  print('正在测量：试运行……')
  const check = await beside(product, reader, secondsAt(10_000), () => calls.check(id))
  assertDone(check.result)
  await sleep(settleMs)
  print('正在测量：导入……')
  const apply = await beside(product, reader, secondsAt(6_000), () => calls.apply(id))
  assertDone(apply.result)
  await sleep(settleMs)
  print('正在测量：标尺……')
  const copied = await measureCopy(postgres.url, company, rows)
  print('正在测量：撤销……')
  const undo = await beside(product, reader, secondsAt(6_000), () => calls.undo(apply.result.id))
  assertDone(undo.result)
  await product.stop()
  const workbooks = await measureWorkbooks(folder)

  const speed = (ms: number) => rows / (ms / 1000)
  const runs = { 试运行: check, 导入: apply, 撤销: undo }
  const peakMb = Math.max(check.peakMb, apply.peakMb, undo.peakMb)
  const work = Object.entries(runs).map(([name, { result, p99, peakMb: peak, server, database }]) => ({
    工作: name,
    行数: rows,
    秒: round(result.ms / 1000, 1),
    '行/秒': round(speed(result.ms)),
    '行/秒 / 数据库自身': round(speed(result.ms) / copied, 2),
    '服务端 CPU 秒': round(server, 1),
    '数据库 CPU 秒': round(database, 1),
    '内存峰值 MB': peak,
    '另一家列表 p99 ms': round(p99, 1),
  }))
  printTable('导入用户，12 列', work)
  print(
    `数据库自身复制这些行：${round(copied)} 行/秒；空闲内存 ${idleMb} MB；另一家列表平时 p99 ${round(calm.p99, 1)} ms`,
  )
  printTable('工作簿，12 列', workbooks)
  const goals = evaluateGoals([
    { work: '试运行', found: check.result.ms / 1000, bound: 20, unit: '秒' },
    { work: '导入', found: speed(apply.result.ms), bound: 5_000, unit: '行/秒', atLeast: true },
    { work: '撤销', found: speed(undo.result.ms), bound: 5_000, unit: '行/秒', atLeast: true },
    { work: '内存超出空闲', found: peakMb - idleMb, bound: 256, unit: 'MB' },
    ...Object.entries(runs).map(([name, { p99 }]) => ({
      work: `另一家列表 p99，${name}时 / 平时`,
      found: p99 / calm.p99,
      bound: 2,
      unit: '倍',
    })),
  ])
  printTable('与目标相比', goals)
  const results = writeResults({ imports: work, copied, idleMb, calmP99: calm.p99, workbooks, goals })
  print(`\n结果已写入 ${path.relative(process.cwd(), results)}`)
} catch (error) {
  process.stderr.write(`测量中断：${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await clear()
}
