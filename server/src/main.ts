import { speakToOperator, tell } from './kernel/texts/operator-language.ts'
import './kernel/garbage-collection.ts'
import { join } from 'node:path'
import { productionFaults, readConfig, textFolders } from './config/config.ts'
import { collectAtRest } from './kernel/collect-at-rest.ts'
import { createLogger } from './kernel/logger.ts'
import { mapStacks } from './map-stacks.ts'
import { onParentExit } from './parent-exit.ts'
import { start } from './start.ts'

const root = join(import.meta.dirname, '../..')
mapStacks(import.meta.filename)
speakToOperator(textFolders(process.env, root), process.env)
const minNodeVersion = 22.18
/** Longer than a load balancer takes to notice `/readyz`; skipped on Ctrl-C. */
const drainMs = 2000

const print = (text: string) => process.stdout.write(`${text}\n`)
const refuse = (text: string): never => {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
const toMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

if (Number.parseFloat(process.versions.node) < minNodeVersion)
  refuse(tell('需要 Node 24，请用 npm start 启动（会自动带上合适的 Node）'))

/** Aborted by the first signal to stop. */
const stopping = new AbortController()
const run = async () => {
  const config = readConfig(process.env, root)
  const faults = productionFaults(config)
  if (faults.length > 0)
    refuse(tell('生产环境拒绝启动：\n{faults}', { faults: faults.map((fault) => `  - ${fault}`).join('\n') }))
  const log = createLogger(config.logLevel, config.nodeName)
  const endWith = (error: unknown) => {
    log.fatal({ err: error }, 'uncaught error')
    refuse(tell('发生未处理的错误，Atrium 已退出：{error}', { error: toMessage(error) }))
  }
  // Unhandled rejections arrive here too.
  process.on('uncaughtException', endWith)
  const started = start(config, root, log, stopping.signal)
  const stop = async (wait: number) => {
    if (stopping.signal.aborted) process.exit(1)
    stopping.abort()
    print(tell('正在停止……'))
    await started.then(
      (running) => running.stop(wait),
      () => undefined,
    )
    process.exit(0)
  }
  process.on('SIGTERM', () => stop(drainMs).catch(endWith))
  process.on('SIGINT', () => stop(0).catch(endWith))
  if (config.endWithParent) onParentExit(() => stop(drainMs).catch(endWith))

  const running = await started
  if (stopping.signal.aborted) return
  collectAtRest()
  const { oneTimePassword } = running.installed
  // Passkeys are bound to a host name; an address is none.
  const localUrl = running.address.replace('//127.0.0.1', '//localhost')
  print(tell('Atrium 已就绪：{url}/console/', { url: config.publicUrl || localUrl }))
  if (oneTimePassword)
    print(
      tell('管理员账号 {adminAccount}，一次性密码 {oneTimePassword}（只显示这一次，登录后须修改）', {
        adminAccount: config.adminAccount,
        oneTimePassword,
      }),
    )
}

run().catch((error: unknown) => {
  if (!stopping.signal.aborted) refuse(tell('启动失败：{error}', { error: toMessage(error) }))
})
