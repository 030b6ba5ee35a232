import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { withSetUpLock } from './set-up-lock.mjs'

/** A failure whose message is a sentence for the person at the terminal. */
export class SetUpError extends Error {}

const stampOf = (root) => {
  const lock = readFileSync(path.join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
}

const stampFile = (root) => path.join(root, 'node_modules', '.atrium-set-up')

const keepStamp = (root) => {
  try {
    writeFileSync(stampFile(root), stampOf(root))
  } catch {
    // A read-only node_modules, installed by somebody else, is as good as ours; it is only looked at again next time.
  }
}

/** npm writes this file last, so one newer than the lock file means a whole install, by hand, of what the lock file says. */
const installedByHand = (root) => {
  const hidden = path.join(root, 'node_modules', '.package-lock.json')
  return existsSync(hidden) && statSync(hidden).mtimeMs >= statSync(path.join(root, 'package-lock.json')).mtimeMs
}

const isSetUp = (root) => {
  if (existsSync(stampFile(root))) return readFileSync(stampFile(root), 'utf8') === stampOf(root)
  if (!installedByHand(root)) return false
  keepStamp(root)
  return true
}

const writable = (folder) => {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const npmEnvironment = (root) => {
  const cache = process.env.npm_config_cache ?? path.join(homedir(), '.npm')
  const own = writable(cache) ? {} : { npm_config_cache: path.join(root, '.cache', 'npm') }
  return { ...process.env, ...own }
}

const npmCommand = () => {
  const running = process.env.npm_execpath
  return running && path.basename(running) === 'npm-cli.js' ? [process.execPath, running] : ['npm']
}

const install = (root, onChild) => {
  // NODE_ENV=production would leave the build tools out, and the build happens here.
  const wanted = ['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-audit', '--no-fund']
  const [command, ...args] = [...npmCommand(), ...wanted]
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: npmEnvironment(root), stdio: ['ignore', 'ignore', 'inherit'] })
    const forward = (signal) => child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    child.once('error', () => reject(new SetUpError('找不到 npm，请先安装 Node.js 和 npm。')))
    child.once('spawn', () => onChild(child.pid))
    child.once('exit', (code) => {
      for (const signal of signals) process.off(signal, forward)
      if (code === 0) resolve()
      else reject(new SetUpError('依赖安装没有完成，请检查网络和磁盘后重试。'))
    })
  })
}

/**
 * Installs what package-lock.json says unless that is what node_modules holds.
 * In: the repository's folder and a function that says a line. Throws SetUpError.
 */
export const setUp = async (root, say) => {
  if (isSetUp(root)) return
  if (!writable(path.join(root, '.cache'))) {
    throw new SetUpError(`当前用户不能写入 ${root}，无法安装依赖。`)
  }
  await withSetUpLock(path.join(root, '.cache', 'set-up.lock'), say, async (onChild) => {
    if (isSetUp(root)) return
    say('正在安装依赖（仅首次运行或依赖更新后需要）……')
    const began = Date.now()
    await install(root, onChild)
    keepStamp(root)
    say(`依赖已安装，用时 ${Math.round((Date.now() - began) / 1000)} 秒`)
  })
}
