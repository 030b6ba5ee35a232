import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const read = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const quietly = (act) => {
  try {
    act()
  } catch {
    // Somebody else was faster; the caller looks again.
  }
}

const alive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** A holder counts as long as it, or the npm it started and left behind, still runs; other hosts are believed for a minute. */
const held = (text) => {
  try {
    const { host, pids, at } = JSON.parse(text)
    return host === hostname() ? pids.some(alive) : Date.now() - at < 60_000
  } catch {
    return false
  }
}

const put = (file, pids) => {
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify({ host: hostname(), pids, at: Date.now() }))
  return own
}

const tryTake = (file) => {
  const own = put(file, [process.pid])
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

const sweep = (file, dead) => {
  const aside = `${file}.${process.pid}.dead`
  quietly(() => renameSync(file, aside))
  if (read(aside) !== dead) quietly(() => linkSync(aside, file))
  rmSync(aside, { force: true })
}

/**
 * Runs the work while no other process of this checkout does.
 * In: the lock file, a function that says a line, and the work, which is given a function to name its child process.
 */
export const withSetUpLock = async (file, say, work) => {
  for (let waits = 0; !tryTake(file); waits += 1) {
    const text = read(file)
    if (text && !held(text)) sweep(file, text)
    else {
      if (waits === 1) say('另一个进程正在安装依赖，等待它完成……')
      await sleep(300)
    }
  }
  let pids = [process.pid]
  const refresh = () => quietly(() => renameSync(put(file, pids), file))
  const beat = setInterval(refresh, 10_000)
  try {
    await work((pid) => {
      pids = [...pids, pid]
      refresh()
    })
  } finally {
    clearInterval(beat)
    rmSync(file, { force: true })
  }
}
