import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { tell } from '../texts/operator-language.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

type Holder = { readonly pid: number; readonly started: string }

const readOr = <T>(fallback: T, read: () => T): T => {
  try {
    return read()
  } catch {
    return fallback
  }
}

/** Start time of a process, undefined if it has ended. Distinguishes reused pids and boots. */
const processStart = (pid: number): string | undefined => {
  const stat = readOr('', () => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!stat || state === 'Z' || state === 'X') return undefined
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[18]}`
}

const parse = (text: string): Holder | undefined =>
  readOr<Holder | undefined>(undefined, () => JSON.parse(text) as Holder)

const readHolder = (file: string): { text: string; holder: Holder | undefined } => {
  const text = readOr('', () => readFileSync(file, 'utf8'))
  return { text, holder: parse(text) }
}

const tryTake = (file: string, own: string): boolean => {
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Moves a dead holder's file aside; puts it back if a living process took it between reading and moving. */
const removeStale = (file: string, staleText: string, aside: string): void => {
  readOr(undefined, () => renameSync(file, aside))
  if (readHolder(aside).text !== staleText) readOr(undefined, () => linkSync(aside, file))
  rmSync(aside, { force: true })
}

/**
 * Locks the folder for this process.
 * @returns a function that releases the lock
 * @throws EmbeddedPostgresError if a living process holds it
 *
 * PostgreSQL's own postmaster.pid would refuse as well, but only after seconds and without a clear message.
 */
export const lockFolder = (folder: string): (() => void) => {
  const file = path.join(folder, 'lock')
  const own = path.join(folder, `lock.${process.pid}`)
  writeFileSync(own, JSON.stringify({ pid: process.pid, started: processStart(process.pid) ?? '' }), { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      if (tryTake(file, own)) return () => rmSync(file, { force: true })
      const { text, holder } = readHolder(file)
      if (holder && processStart(holder.pid) === holder.started) {
        throw new EmbeddedPostgresError(
          tell('数据目录 {folder} 正被另一个进程（pid {pid}）使用，请先停止该进程。', { folder, pid: holder.pid }),
        )
      }
      removeStale(file, text, `${own}.dead`)
    }
  } finally {
    rmSync(own, { force: true })
  }
  throw new EmbeddedPostgresError(tell('数据目录 {folder} 正被另一个进程使用，请稍后再试。', { folder }))
}
