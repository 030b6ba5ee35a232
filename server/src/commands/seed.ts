import { type Config, readConfig } from '../config/config.ts'
import { install } from '../install.ts'
import { openDatabase } from '../kernel/db/database.ts'
import { ensureServingLogin } from '../kernel/db/serving-login.ts'
import { randomPassword } from '../kernel/random-password.ts'
import { keepToSource, tell } from '../kernel/texts/operator-language.ts'
import { prepareSchema } from '../prepare-schema.ts'
import { fillInstallation } from '../seed/living/fill-installation.ts'
import { progressBar } from '../seed/progress-bar.ts'
import { seedDatabase } from '../seed/seed-database.ts'
import { whereToLook } from '../seed/where-to-look.ts'
import type { Command, CommandInput } from './command.ts'
import { withOwnerDatabase } from './with-owner-database.ts'

const passwordLength = 16

/** Creates tables and the first administrator in a new database, as `npm start` does. */
const installInto = async (ownerUrl: string, config: Config, { root, print }: CommandInput) => {
  await prepareSchema(config, ownerUrl, root)
  const database = openDatabase(await ensureServingLogin(ownerUrl, config.servingLogin), 2)
  const { oneTimePassword, platformCompany } = await install(database, config).finally(database.close)
  if (oneTimePassword)
    print(
      tell('管理员账号 {adminAccount}，一次性密码 {oneTimePassword}（只显示这一次，登录后须修改）', {
        adminAccount: config.adminAccount,
        oneTimePassword,
      }),
    )
  return platformCompany
}

const writeInto = async (ownerUrl: string, config: Config, input: CommandInput) => {
  const { values, print } = input
  keepToSource()
  const size = { companies: Number(values.companies), users: Number(values.users), seed: Number(values.seed) }
  const password = String(values.password) || randomPassword(passwordLength)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopping.abort(new Error(tell('已取消，数据库没有变化'))))
  const platformCompany = await installInto(ownerUrl, config, input)
  print(tell('正在写入 {companies} 家公司、{users} 人……', { companies: size.companies, users: size.users }))
  const onProgress = progressBar(process.stdout)
  await seedDatabase(ownerUrl, size, { password, stop: stopping.signal, onProgress })
  await fillInstallation({ ownerUrl, config, platformCompany, password })
  print(
    tell('已写入 {companies} 家公司、{users} 人，密码都是 {password}；第一家公司的管理员是 admin_c00001', {
      companies: size.companies,
      users: size.users,
      password,
    }),
  )
  const origin = config.publicUrl === '' ? `http://localhost:${config.port}` : new URL(config.publicUrl).origin
  for (const line of whereToLook({ origin, adminAccount: config.adminAccount })) print(line)
}

export const seed: Command = {
  summary: '写入演示数据',
  usage: '[--companies 20] [--users 500] [--seed 1] [--password 密码]',
  options: {
    companies: { type: 'string', default: '20' },
    users: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    password: { type: 'string', default: '' },
  },
  async run(input) {
    const config = readConfig(input.env, input.root)
    try {
      await withOwnerDatabase(config, input.print, (ownerUrl) => writeInto(ownerUrl, config, input))
      return 0
    } catch (error) {
      // Ends the line of the progress bar.
      input.print('')
      throw error
    }
  },
}
