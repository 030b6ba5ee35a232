import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

const serverOf = (data: string): number | undefined => {
  try {
    const pid = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    // The pid may have been given to somebody else since: only a process that names this folder is ours.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data) ? pid : undefined
  } catch {
    return undefined
  }
}

/**
 * Waits until no server of an earlier, killed process runs on the data; asks it to end, once gently and once firmly.
 * Call it only while holding the folder's lock. Throws EmbeddedPostgresError when the server stays.
 */
export const endOrphan = async (data: string): Promise<void> => {
  for (let tick = 0; tick < 100; tick += 1) {
    const pid = serverOf(data)
    if (pid === undefined) return
    try {
      if (tick === 0) process.kill(pid, 'SIGINT')
      if (tick === 60) process.kill(pid, 'SIGQUIT')
    } catch {
      // It ended in between, or belongs to another user; the loop sees which.
    }
    await sleep(100)
  }
  throw new EmbeddedPostgresError(`上次遗留的数据库进程（pid ${serverOf(data)}）没有退出，请结束它后重试。`)
}
