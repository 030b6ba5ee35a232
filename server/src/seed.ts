import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { install } from './install.ts'
import { readConfig } from './kernel/config.ts'
import { openDatabase } from './kernel/db/database.ts'
import { runningEmbeddedPostgres } from './kernel/db/embedded-postgres-running.ts'
import { migrate } from './kernel/db/migrate.ts'
import { ensureServingLogin } from './kernel/db/serving-login.ts'
import { randomPassword } from './kernel/random-password.ts'
import { ownerDatabase } from './owner-database.ts'
import { progressBar } from './seed/progress-bar.ts'
import { seedDatabase } from './seed/seed-database.ts'

const root = join(import.meta.dirname, '../..')
const passwordLength = 16

const print = (text: string) => process.stdout.write(`${text}\n`)
const refuse = (text: string): never => {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

const readOptions = () => {
  const options = {
    companies: { type: 'string', default: '20' },
    users: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    password: { type: 'string', default: '' },
  } as const
  try {
    return parseArgs({ options }).values
  } catch {
    return refuse('用法：npm run seed -- [--companies 20] [--users 500] [--seed 1] [--password 密码]')
  }
}
const { companies, users, seed, password: given } = readOptions()
const size = { companies: Number(companies), users: Number(users), seed: Number(seed) }
const password = given || randomPassword(passwordLength)
const config = readConfig(process.env, root)

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stopping.abort(new Error('已取消，数据库没有变化')))

/** Creates tables and the first administrator in a new database, as `npm start` does. */
const installInto = async (ownerUrl: string) => {
  await migrate(ownerUrl, join(root, 'server/migrations'))
  const database = openDatabase(await ensureServingLogin(ownerUrl), 2, () => undefined)
  const { oneTimePassword } = await install(database, config).finally(database.close)
  if (oneTimePassword)
    print(`管理员账号 ${config.adminAccount}，一次性密码 ${oneTimePassword}（只显示这一次，登录后须修改）`)
}

// If the product is running, its embedded database is used; a second one cannot start.
const running = config.databaseUrl === '' && (await runningEmbeddedPostgres(join(config.dataDir, 'postgres')))
const owner = running ? { url: running, stop: async () => undefined } : await ownerDatabase(config, print)
try {
  await installInto(owner.url)
  print(`正在写入 ${size.companies} 家公司、${size.users} 人……`)
  const onProgress = progressBar(process.stdout)
  await seedDatabase(owner.url, size, { password, stop: stopping.signal, onProgress })
  print(`已写入 ${size.companies} 家公司、${size.users} 人，密码都是 ${password}；第一家公司的管理员是 admin_c00001`)
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await owner.stop()
}
