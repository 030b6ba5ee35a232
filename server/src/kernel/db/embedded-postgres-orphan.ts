import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tell } from '../texts/operator-language.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

const readServerPid = (data: string): number | undefined => {
  try {
    const pid = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    // The pid may have been reused: only a process with this folder in its arguments is ours.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data) ? pid : undefined
  } catch {
    return undefined
  }
}

/**
 * Waits until no server of a killed process runs on the data; sends SIGINT, later SIGQUIT.
 * Requires the folder's lock.
 * @throws EmbeddedPostgresError if the server does not end
 */
export const endOrphan = async (data: string): Promise<void> => {
  for (let tick = 0; tick < 100; tick += 1) {
    const pid = readServerPid(data)
    if (pid === undefined) return
    try {
      if (tick === 0) process.kill(pid, 'SIGINT')
      if (tick === 60) process.kill(pid, 'SIGQUIT')
    } catch {
      // It ended meanwhile, or belongs to another user; the loop finds out.
    }
    await sleep(100)
  }
  throw new EmbeddedPostgresError(
    tell('上次遗留的数据库进程（pid {pid}）未退出，请结束该进程后重试。', { pid: readServerPid(data) }),
  )
}
