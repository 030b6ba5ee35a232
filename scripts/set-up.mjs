import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { withSetUpLock } from './set-up-lock.mjs'
import { words } from './words.mjs'

/** A failure whose message is shown to the operator as is. */
export class SetUpError extends Error {}

const readStamp = (root) => {
  const lock = readFileSync(path.join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
}

const stampFile = (root) => path.join(root, 'node_modules', '.atrium-set-up')

const writeStamp = (root) => {
  try {
    writeFileSync(stampFile(root), readStamp(root))
  } catch {
    // A read-only node_modules is accepted; it is checked again on the next start.
  }
}

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/** npm writes this list last: the same versions as in the lock file mean a complete manual install. */
const isInstalledManually = (root) => {
  const installedList = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installedList)) return false
  const locked = packagesIn(path.join(root, 'package-lock.json'))
  const installed = packagesIn(installedList)
  const isSameVersion = (place) => locked[place]?.version === installed[place]?.version
  const isRequired = (place) => place.includes('node_modules/') && !locked[place].optional
  return (
    Object.keys(installed).every((place) => place in locked && isSameVersion(place)) &&
    Object.keys(locked).every((place) => !isRequired(place) || place in installed)
  )
}

const isSetUp = (root) => {
  if (existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === readStamp(root)) return true
  if (!isInstalledManually(root)) return false
  writeStamp(root)
  return true
}

/** Creates the folder if missing, level by level: Node's recursive mkdir hangs where /proc and the like refuse. */
const isWritable = (folder) => {
  try {
    if (!existsSync(folder)) {
      if (!isWritable(path.dirname(folder))) return false
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
  const own = isWritable(cache) ? {} : { npm_config_cache: path.join(root, '.cache', 'npm') }
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
    child.once('error', () =>
      reject(
        new SetUpError(
          words('找不到 npm，请先安装 Node.js 和 npm。', 'npm was not found; install Node.js and npm first.'),
        ),
      ),
    )
    child.once('spawn', () => onChild(child.pid))
    child.once('exit', (code) => {
      for (const signal of signals) process.off(signal, forward)
      if (code === 0) resolve()
      else
        reject(
          new SetUpError(
            words(
              '依赖安装没有完成，请检查网络和磁盘后重试。',
              'The packages were not installed; check the network and the disk, and try again.',
            ),
          ),
        )
    })
  })
}

/**
 * Installs the packages of package-lock.json unless node_modules is up to date. Takes the repository's folder and a
 * function that prints a line.
 * @throws SetUpError
 */
export const setUp = async (root, print) => {
  if (isSetUp(root)) return
  if (!isWritable(path.join(root, '.cache'))) {
    throw new SetUpError(
      words(
        `当前用户不能写入 ${root}，无法安装依赖。`,
        `The current user cannot write to ${root}, so packages cannot be installed.`,
      ),
    )
  }
  await withSetUpLock(path.join(root, '.cache', 'set-up.lock'), print, async (onChild) => {
    if (isSetUp(root)) return
    print(
      words(
        '正在安装依赖（仅首次运行或依赖更新后需要）……',
        'Installing packages (on the first run, or after they changed)...',
      ),
    )
    const began = Date.now()
    await install(root, onChild)
    writeStamp(root)
    const seconds = Math.round((Date.now() - began) / 1000)
    print(words(`依赖已安装，用时 ${seconds} 秒`, `Packages installed in ${seconds} s`))
  })
}
