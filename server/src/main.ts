import './kernel/garbage-collection.ts'
import { join } from 'node:path'
import { faultsInProduction, readConfig } from './kernel/config.ts'
import { createLogger } from './kernel/logger.ts'
import { start } from './start.ts'

const root = join(import.meta.dirname, '../..')
const oldestNode = 22.18
/** Longer than a load balancer takes to notice `/readyz`; whoever presses Ctrl-C does not wait. */
const drainMs = 2000

const say = (text: string) => process.stdout.write(`${text}\n`)
const refuse = (text: string): never => {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error))

if (Number.parseFloat(process.versions.node) < oldestNode)
  refuse('需要 Node 24，请用 npm start 启动（它会带上合适的 Node）')

const run = async () => {
  const config = readConfig(process.env, root)
  const faults = faultsInProduction(config)
  if (faults.length > 0) refuse(`生产环境拒绝启动：\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
  const log = createLogger(config.logLevel)
  // Rejections that nothing handles arrive here too.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error')
    refuse(`发生未处理的错误，Atrium 已退出：${sentence(error)}`)
  })
  const running = await start(config, root, log)

  let stopping = false
  const stop = async (wait: number) => {
    if (stopping) process.exit(1)
    stopping = true
    say('正在停止……')
    await running.stop(wait)
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop(drainMs))
  process.on('SIGINT', () => void stop(0))

  const { oneTimePassword } = running.installed
  // By this name, because passkeys are bound to a name and an address is none.
  const here = running.address.replace('//127.0.0.1', '//localhost')
  say(`Atrium 已就绪：${config.publicUrl || here}/console/`)
  if (oneTimePassword)
    say(`管理员账号 ${config.adminAccount}，一次性密码 ${oneTimePassword}（只显示这一次，登录后须修改）`)
}

run().catch((error: unknown) => refuse(`启动失败：${sentence(error)}`))
