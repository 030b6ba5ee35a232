import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { maxExportRows } from '@atrium/contract/kernel/export-limit.ts'
import { progressBar } from '@atrium/server/src/seed/progress-bar.ts'
import { setUpEnvironment } from './bench-environment.ts'
import { signIn } from './calls.ts'
import { builtProduct, startServer } from './child.ts'
import { evaluateGoals } from './goals.ts'
import { copySpeed, measureExport } from './measure-export.ts'
import { addLogRows, seedScale } from './seed-scale.ts'
import { printTable, round } from './table.ts'

/** The largest company has a fifth of the users. */
const dataset = { companies: 10, users: 500_000 }
/** Beside the rows that the product writes by itself. */
const logRows = maxExportRows - 1_000
const ready = '/readyz'
const print = (text: string) => process.stdout.write(`${text}\n`)

const { postgres, env, clear } = await setUpEnvironment()
try {
  // The product creates the tables.
  await (await startServer(builtProduct, env, ready)).stop()
  print(`正在写入 ${dataset.users} 人、${logRows} 行操作日志……`)
  const seeded = await seedScale(postgres.url, dataset, progressBar(process.stdout))
  await addLogRows(seeded, postgres.url, logRows)
  const product = await startServer(builtProduct, env, ready)
  const admin = { server: product, token: (await signIn(product.url, 'admin')).token }
  const caller = { server: product, token: (await signIn(product.url, seeded.account)).token }
  const bystander = { server: product, token: (await signIn(product.url, 'admin')).token }
  const exported = async (work: string, at: typeof admin, endpoint: { path: string }, format: 'xlsx' | 'csv') => {
    print(`正在测量：${work} ${format}……`)
    return { work: `${work} .${format}`, ...(await measureExport(at, endpoint.path, format, bystander)) }
  }
  const found = [
    await exported('操作日志', admin, operationLogsContract.exportOperations, 'csv'),
    await exported('操作日志', admin, operationLogsContract.exportOperations, 'xlsx'),
    await exported('用户', caller, usersContract.exportUsers, 'csv'),
    await exported('用户', caller, usersContract.exportUsers, 'xlsx'),
  ]
  const yardstick = await copySpeed(postgres.url)
  printTable('导出', [
    ...found.map(({ work, rows, perSecond, firstByteMs, memoryMb, megabytes, calm, beside }) => ({
      项目: work,
      行: rows,
      '行/秒': round(perSecond),
      '首字节 ms': round(firstByteMs),
      '多占内存 MB': memoryMb,
      MB: round(megabytes, 1),
      '列表 p99 平时 ms': round(calm, 1),
      '列表 p99 当时 ms': round(beside, 1),
    })),
    { 项目: '　COPY 操作日志（标尺）', '行/秒': round(yardstick) },
  ])
  printTable(
    '目标',
    evaluateGoals(
      found.flatMap(({ work, rows, perSecond, firstByteMs, memoryMb, calm, beside }) => [
        { work: `${work} ${rows} 行`, found: perSecond, bound: 50_000, unit: '行/秒', atLeast: true as const },
        { work: `${work} 首字节`, found: firstByteMs, bound: 500, unit: 'ms' },
        { work: `${work} 多占内存`, found: memoryMb, bound: 256, unit: 'MB' },
        { work: `${work} 时另一人的列表 p99`, found: beside / calm, bound: 2, unit: '倍' },
      ]),
    ),
  )
} catch (error) {
  process.stderr.write(`测量中断：${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await clear()
}
