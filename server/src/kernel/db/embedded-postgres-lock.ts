import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

type Holder = { readonly pid: number; readonly started: string }

const readOr = <T>(otherwise: T, read: () => T): T => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** When a process began, or undefined when it is gone. A reused pid has another answer, and so has another boot. */
const startOf = (pid: number): string | undefined => {
  const stat = readOr('', () => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!stat || state === 'Z' || state === 'X') return undefined
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[18]}`
}

const parse = (text: string): Holder | undefined =>
  readOr<Holder | undefined>(undefined, () => JSON.parse(text) as Holder)

const heldBy = (file: string): { text: string; holder: Holder | undefined } => {
  const text = readOr('', () => readFileSync(file, 'utf8'))
  return { text, holder: parse(text) }
}

const taken = (file: string, own: string): boolean => {
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Moves a dead holder's file aside; puts it back if, between reading and moving, a living process had taken it. */
const sweep = (file: string, dead: string, aside: string): void => {
  readOr(undefined, () => renameSync(file, aside))
  if (heldBy(aside).text !== dead) readOr(undefined, () => linkSync(aside, file))
  rmSync(aside, { force: true })
}

/**
 * Makes this process the only one that may run a database in the folder.
 * Out: a function that lets go. Throws EmbeddedPostgresError when a living process has it.
 *
 * PostgreSQL's own postmaster.pid would refuse us too, but only after seconds, and not in words for the operator.
 */
export const lockFolder = (folder: string): (() => void) => {
  const file = path.join(folder, 'lock')
  const own = path.join(folder, `lock.${process.pid}`)
  writeFileSync(own, JSON.stringify({ pid: process.pid, started: startOf(process.pid) ?? '' }), { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      if (taken(file, own)) return () => rmSync(file, { force: true })
      const { text, holder } = heldBy(file)
      if (holder && startOf(holder.pid) === holder.started) {
        throw new EmbeddedPostgresError(`数据目录 ${folder} 正被另一个进程（pid ${holder.pid}）使用，请先停止它。`)
      }
      sweep(file, text, `${own}.dead`)
    }
  } finally {
    rmSync(own, { force: true })
  }
  throw new EmbeddedPostgresError(`数据目录 ${folder} 正被另一个进程使用，请稍后再试。`)
}
