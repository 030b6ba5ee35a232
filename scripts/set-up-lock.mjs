import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { words } from './words.mjs'

const read = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const ignoreErrors = (action) => {
  try {
    action()
  } catch {
    // Another process was faster; the caller checks again.
  }
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** A lock is valid while its holder, or the npm it started, runs; a lock of another host for one minute. */
const isHeld = (text) => {
  try {
    const { host, pids, at } = JSON.parse(text)
    return host === hostname() ? pids.some(isAlive) : Date.now() - at < 60_000
  } catch {
    return false
  }
}

const writeOwnFile = (file, pids) => {
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify({ host: hostname(), pids, at: Date.now() }))
  return own
}

const tryTake = (file) => {
  const own = writeOwnFile(file, [process.pid])
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

const removeStale = (file, staleText) => {
  const aside = `${file}.${process.pid}.dead`
  ignoreErrors(() => renameSync(file, aside))
  if (read(aside) !== staleText) ignoreErrors(() => linkSync(aside, file))
  rmSync(aside, { force: true })
}

/**
 * Runs the work under a lock shared by all processes of this checkout. Takes the lock file, a function that prints a
 * line, and the work, which receives a function to register its child's pid.
 */
export const withSetUpLock = async (file, print, work) => {
  for (let waits = 0; !tryTake(file); waits += 1) {
    const text = read(file)
    if (text && !isHeld(text)) removeStale(file, text)
    else {
      if (waits === 1)
        print(
          words('另一个进程正在安装依赖，等待它完成……', 'Another process is installing packages, waiting for it...'),
        )
      await sleep(300)
    }
  }
  let pids = [process.pid]
  const refresh = () => ignoreErrors(() => renameSync(writeOwnFile(file, pids), file))
  const heartbeat = setInterval(refresh, 10_000)
  try {
    await work((pid) => {
      pids = [...pids, pid]
      refresh()
    })
  } finally {
    clearInterval(heartbeat)
    rmSync(file, { force: true })
  }
}
