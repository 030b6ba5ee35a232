import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { startEmbeddedPostgres } from '@atrium/server/src/kernel/db/embedded-postgres.ts'
import { signIn } from './calls.ts'
import { startServer, stopServers } from './child.ts'
import { judged } from './goals.ts'
import { firstPage } from './list-against-yardsticks.ts'
import { hammer, warm } from './load.ts'
import { type Measured, measured } from './measured.ts'
import { password } from './seed.ts'
import { scale, seedScale } from './seed-scale.ts'
import { printTable, round } from './table.ts'

const seconds = Number(process.env.BENCH_SECONDS || 5)
const at = 16
const users = `${usersContract.list.path}?page=1&size=10`
const searched = (words: string) => `${users}&search=${encodeURIComponent(words)}`

/** What is asked of the largest company, one after the other. */
const questions = {
  普通列表: firstPage,
  授权: sessionContract.grants.path,
  用户列表: users,
  '搜索 两字姓名': searched('王芳'),
  '搜索 常见姓': searched('王'),
  '搜索 三字姓名': searched('王芳娜'),
  '搜索 账号': searched('person1999'),
  '搜索 手机号': searched('13900150000'),
  '搜索 没有的': searched('龘龘'),
} as const
type Question = keyof typeof questions

const say = (text: string) => process.stdout.write(`${text}\n`)
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-scale-'))
const postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), durable: true })
const env = {
  DATA_DIR: folder,
  DATABASE_URL: postgres.url,
  ADMIN_PASSWORD: password,
  CAPTCHA: 'off',
  LOG_LEVEL: 'warn',
  NODE_ENV: '',
}
const cleanUp = () =>
  stopServers()
    .then(postgres.stop)
    .finally(() => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)))

const run = async () => {
  // The product makes the tables and the registry.
  await (await startServer('server/src/main.ts', env, '/readyz')).stop()
  const { account } = await seedScale(postgres.url, say)
  const product = await startServer('server/src/main.ts', env, '/readyz')
  const { token } = await signIn(product.url, account)
  const found = {} as Record<Question, Measured>
  for (const [question, address] of Object.entries(questions)) {
    say(`正在测量：${question}……`)
    await warm(product.url + address, token, at)
    found[question as Question] = await measured(product.pid, folder, () =>
      hammer(product.url + address, token, at, seconds),
    )
  }
  return found
}

try {
  const found = await run()
  printTable(
    `${scale.users} 用户，最大的公司 ${scale.largest} 人、${scale.roles} 个角色，${scale.elements} 个元素，并发 ${at}`,
    Object.entries(found).map(([question, { perSecond, p50, p99, server, database }]) => ({
      项目: question,
      '次/秒': round(perSecond),
      'p50 ms': round(p50),
      'p99 ms': round(p99),
      '服务端 CPU-ms': round(server, 2),
      '数据库 CPU-ms': round(database, 2),
    })),
  )
  const searches = Object.entries(found).filter(([question]) => question.startsWith('搜索'))
  printTable(
    '目标',
    judged([
      { work: '授权 p99 / 普通列表 p99', found: found.授权.p99 / found.普通列表.p99, bound: 2, unit: '倍' },
      { work: '用户列表 p99', found: found.用户列表.p99, bound: 50, unit: 'ms' },
      ...searches.map(([question, { p99 }]) => ({ work: `${question} p99`, found: p99, bound: 50, unit: 'ms' })),
    ]),
  )
} finally {
  await cleanUp()
}
