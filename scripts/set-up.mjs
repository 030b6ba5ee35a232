import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/** npm notes last of all what it installed: the same versions as in the lock file mean a whole install, made by hand. */
const installedByHand = (root) => {
  const noted = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(noted)) return false
  const wanted = packagesIn(path.join(root, 'package-lock.json'))
  const found = packagesIn(noted)
  const same = (place) => wanted[place]?.version === found[place]?.version
  const needed = (place) => place.includes('node_modules/') && !wanted[place].optional
  return (
    Object.keys(found).every((place) => place in wanted && same(place)) &&
    Object.keys(wanted).every((place) => !needed(place) || place in found)
  )
}

const isSetUp = (root) => {
  if (existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === stampOf(root)) return true
  if (!installedByHand(root)) return false
  keepStamp(root)
  return true
}

/** Makes the folder if need be, level by level: Node's own recursive way never returns where /proc and the like refuse. */
const writable = (folder) => {
  try {
    if (!existsSync(folder)) {
      if (!writable(path.dirname(folder))) return false
      mkdirSync(folder)
    }
    accessSync(folder, constants.W_OK)
    return true
  } catch (error) {
    return error.code === 'EEXIST'
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
